"use strict";

CobraWalk.mount(document.getElementById("walk"), JSON.parse(document.getElementById("data").textContent), { page: true });
