autocmd BufRead,BufNewFile *.cb setfiletype cobra
