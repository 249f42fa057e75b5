-- For Neovim 0.11 or newer: found on the runtime path by vim.lsp.enable("cobra").
return {
  cmd = { "cobra", "lsp" },
  filetypes = { "cobra" },
  root_markers = { ".git" },
}
