import styles from './sheet-loading.module.css'
import { Spinner } from './spinner.tsx'

/** Spinner that is shown at once while the code of a sheet loads. */
export function SheetLoading() {
  return (
    <div className={styles.coming} aria-busy="true">
      <Spinner />
    </div>
  )
}
