import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { showFailure } from '#web/features/session/show-failure.ts'
import { isOver } from './addresses.ts'
import { renewAddresses } from './renew-addresses.ts'
import type { StoredFile } from './uploads.ts'

type FileLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> & {
  file: Pick<StoredFile, 'file_url' | 'name'>
}

/** How long the screen may take to show the new address. */
const drawnAfterMs = 50

/** Saves a file. Its address lasts for minutes: where it is over, the press asks for a new one first. */
export function FileLink({ file, ...rest }: FileLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // By a clock that goes fast every address is over: what was just asked for is taken as it is.
  const isFresh = useRef(false)
  const save = async (event: MouseEvent) => {
    if (isFresh.current || !isOver(file.file_url)) {
      isFresh.current = false
      return
    }
    event.preventDefault()
    try {
      await renewAddresses()
    } catch (error) {
      return showFailure(error)
    }
    setTimeout(() => {
      isFresh.current = true
      link.current?.click()
    }, drawnAfterMs)
  }
  return (
    <a {...rest} ref={link} href={file.file_url} download={file.name} onClick={(event) => void save(event)} />
  )
}
