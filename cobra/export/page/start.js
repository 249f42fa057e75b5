"use strict";

const tables = JSON.parse(document.getElementById("texts").textContent);
const asked = new URLSearchParams(window.location.search).get("lang");
const language = CobraTexts.among(Object.keys(tables), [asked, ...navigator.languages]);
document.documentElement.lang = language;
CobraTexts.take(tables[language]);
CobraWalk.mount(document.getElementById("walk"), JSON.parse(document.getElementById("data").textContent), { page: true });
