import styles from './sheet-loading.module.css'
import { Spinner } from './spinner.tsx'

/** Spinner shown at once while the sheet's code loads. */
export function SheetLoading() {
  return (
    <div className={styles.coming} aria-busy="true">
      <Spinner />
    </div>
  )
}
