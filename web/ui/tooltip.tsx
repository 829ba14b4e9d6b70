import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './tooltip.module.css'

/** A name for a mouse that waits 700 ms; a neighbour's opens at once for 300 ms more. Never holds needed words. */
export default function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<Record<string, unknown>>
}) {
  return (
    <Base.Provider delay={limits.tooltip.ms} timeout={limits.tooltip.skipMs}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner sideOffset={8}>
            <Base.Popup className={styles.tooltip}>{text}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  )
}
