import { ArrowDown, ArrowUp, ImagePlus, Trash2, TriangleAlert } from 'lucide-react'
import { imageFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { acceptAttributeOf } from '#web/features/files/accepted.ts'
import { useUploadNote } from '#web/features/files/upload-row.tsx'
import type { UploadItem } from '#web/features/files/uploads.ts'
import { useAddFiles } from '#web/features/files/use-add-files.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import { isWebAddress } from '#web/features/profile/draft/web-address.ts'
import type { useWorks } from '#web/features/profile/draft/works-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FoldRow } from './fold-row.tsx'
import styles from './works-field.module.css'

type WorksFieldProps = Pick<FormPart, 'errors'> & { works: ReturnType<typeof useWorks> }

/** Portfolio pictures in the order in which others see them. */
export function WorksField({ works, errors }: WorksFieldProps) {
  const { t } = useTranslation()
  const { uploads } = works
  const { items, max } = uploads
  const addFiles = useAddFiles(uploads)
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.portfolio')}</h2>
      {items.map((item, index) => (
        <Work key={item.key} item={item} index={index} works={works} errors={errors} />
      ))}
      {items.length < max && (
        <FilePicker
          multiple
          icon={ImagePlus}
          accept={acceptAttributeOf(imageFormats)}
          title={t('portfolio.add')}
          note={t('portfolio.empty')}
          onPick={addFiles}
        />
      )}
    </Card>
  )
}

type WorkProps = WorksFieldProps & { item: UploadItem; index: number }

function Work({ item, index, works, errors }: WorkProps) {
  const { t } = useTranslation()
  const { uploads, setTexts } = works
  const { key } = item
  const words = works.wordsOf(item)
  const name = words.title || item.name
  const hasError = ['title', 'about', 'link'].some((field) => errors[`work_${field}-${key}`])
  const isTitled = words.title.trim() !== ''
  const isLinkRight = words.link === '' || isWebAddress(words.link)
  return (
    <FoldRow
      picture={
        item.error ? (
          <TriangleAlert className={styles.broken} />
        ) : (
          item.preview && <img src={item.preview} alt="" />
        )
      }
      title={name}
      note={words.about}
      isComplete={item.stored !== null && !hasError && isTitled && isLinkRight}
    >
      <UploadState item={item} onRetry={() => uploads.retry(key)} />
      <InputField
        label={t('portfolio.name')}
        error={errors[`work_title-${key}`]}
        required
        name={`work_title-${key}`}
        maxLength={limits.works.text}
        value={words.title}
        onValue={(title) => setTexts(key, { title })}
      />
      <InputField
        label={t('portfolio.kind')}
        error={errors[`work_about-${key}`]}
        name={`work_about-${key}`}
        maxLength={limits.works.text}
        value={words.about}
        onValue={(about) => setTexts(key, { about })}
      />
      <InputField
        label={t('profileEdit.linkUrl')}
        error={errors[`work_link-${key}`]}
        name={`work_link-${key}`}
        type="url"
        inputMode="url"
        pattern="https://.+"
        maxLength={limits.link.max}
        placeholder="https://"
        value={words.link}
        onValue={(value) => setTexts(key, { link: value.trim() })}
      />
      <div className={styles.tools}>
        <IconButton
          icon={ArrowUp}
          label={t('portfolio.up', { name })}
          disabled={index === 0}
          onClick={() => uploads.move(key, -1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t('portfolio.down', { name })}
          disabled={index === uploads.items.length - 1}
          onClick={() => uploads.move(key, 1)}
        />
        <IconButton
          icon={Trash2}
          label={t(item.stored || item.error ? 'portfolio.remove' : 'portfolio.cancel', { name })}
          onClick={() => uploads.remove(key)}
        />
      </div>
    </FoldRow>
  )
}

/** Upload progress, or the error of a failed upload. */
function UploadState({ item, onRetry }: { item: UploadItem; onRetry: () => void }) {
  const { t } = useTranslation()
  const note = useUploadNote()
  if (item.stored) return null
  if (!item.error)
    return (
      <ProgressBar
        share={item.progress}
        label={t('a11y.progress', { percent: Math.round(item.progress * 100) })}
      />
    )
  return (
    <div className={styles.failed}>
      <p role="alert" className="cap bad grow">
        {note(item)}
      </p>
      {item.error.isTemporary && (
        <Button small variant="soft" aria-label={t('upload.retry', { name: item.name })} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
