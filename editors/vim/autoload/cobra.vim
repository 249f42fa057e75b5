" What `gq` does in a game: the whole of it gets the style of `cobra fmt`, which reads no part by itself. Where that
" finds a mistake, nothing is changed: a `formatprg` would put the message in place of the game.
function! cobra#format() abort
  if mode() =~# '[iR]'
    return 1  " a line that grows too long while it is typed
  endif
  let l:lines = systemlist('cobra fmt -', getline(1, '$'))
  if v:shell_error
    echohl ErrorMsg
    for l:line in l:lines
      echomsg l:line
    endfor
    echohl None
  elseif l:lines !=# getline(1, '$')
    let l:view = winsaveview()
    call setline(1, l:lines)
    silent call deletebufline('%', len(l:lines) + 1, '$')
    call winrestview(l:view)
  endif
  return 0
endfunction
