import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { FieldGroup } from '#web/ui/field.tsx'
import styles from './service-pictures.module.css'

/** A picture of the own portfolio that a service can show. */
export type OfferedPicture = { file_id: number; title: string; preview: string | null }

type ServicePicturesProps = {
  pictures: OfferedPicture[]
  /** Ids of the chosen pictures, in the order in which they are shown. */
  chosen: number[]
  onChange: (chosen: number[]) => void
}

/** Choice of pictures from the own portfolio. Each chosen one has the number of its place. */
export function ServicePictures({ pictures, chosen, onChange }: ServicePicturesProps) {
  const { t } = useTranslation()
  const shown = chosen.filter((id) => pictures.some(({ file_id }) => file_id === id))
  const isFull = shown.length >= limits.services.pictures
  const label = t('profileEdit.servicePictures')
  return (
    <FieldGroup
      label={label}
      hint={
        pictures.length === 0
          ? t('profileEdit.servicePicturesNone')
          : t('profileEdit.servicePicturesHint', { count: limits.services.pictures })
      }
    >
      {pictures.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of toggles named by the field's label
        <div role="group" aria-label={label} className={styles.pictures}>
          {pictures.map(({ file_id, title, preview }) => {
            const place = shown.indexOf(file_id)
            const isChosen = place >= 0
            return (
              <button
                key={file_id}
                type="button"
                className={styles.picture}
                aria-pressed={isChosen}
                aria-label={title}
                disabled={isFull && !isChosen}
                onClick={() =>
                  onChange(isChosen ? shown.filter((id) => id !== file_id) : [...shown, file_id])
                }
              >
                {preview && <img src={preview} alt="" />}
                {isChosen && (
                  <span className={styles.place} aria-hidden="true">
                    {place + 1}
                  </span>
                )}
              </button>
            )
          })}
        </div>
      )}
    </FieldGroup>
  )
}
