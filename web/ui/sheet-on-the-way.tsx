import styles from './sheet-on-the-way.module.css'
import { Spinner } from './spinner.tsx'

/** Answers the tap at once while the sheet's code is on its way. */
export function SheetOnTheWay() {
  return (
    <div className={styles.coming} aria-busy="true">
      <Spinner />
    </div>
  )
}
