import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { showFailure } from '#web/features/session/show-failure.ts'
import { isOver } from './addresses.ts'
import { renewAddresses } from './renew-addresses.ts'
import { saveFile } from './save-file.ts'
import type { StoredFile } from './uploads.ts'

type FileLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> & {
  file: Pick<StoredFile, 'file_url' | 'name'>
}

/** How long the screen may take to show the new address. */
const drawnAfterMs = 50

/** Saves a file. Its address lasts for minutes: where it is over, the press asks for a new one first. */
export function FileLink({ file, ...rest }: FileLinkProps) {
  const latest = useRef(file)
  latest.current = file
  const save = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      if (isOver(file.file_url)) {
        await renewAddresses()
        await new Promise((drawn) => setTimeout(drawn, drawnAfterMs))
      }
      // By a clock that goes fast every address is over: what was just asked for is taken as it is.
      await saveFile(latest.current)
    } catch (error) {
      await showFailure(error)
    }
  }
  return <a {...rest} href={file.file_url} download={file.name} onClick={(event) => void save(event)} />
}
