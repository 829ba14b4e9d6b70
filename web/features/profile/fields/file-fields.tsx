import { X } from 'lucide-react'
import { documentFormats, type FileFormat, fileFormats, imageFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { acceptAttributeOf, fileRefusal, formatOf } from '#web/features/files/accepted.ts'
import { useFileErrorText } from '#web/features/files/refusal-words.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FileRow } from '#web/ui/file-row.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/overlays.ts'

/** A refusal names all formats that fit, which takes longer to read than the usual toast stays. */
const refusalMs = 5000
const resumeFormats = [...documentFormats, ...imageFormats]

type FilesPart = FormPart & { me: Me; progress: Record<string, number> }

/** Field for the resume, which is either a file or a link. */
export function ResumeField({ me, draft, errors, progress, onChange }: FilesPart) {
  const { t } = useFormats()
  const { resumeFile, user_resume_url } = draft
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.resume')}</h2>
      <StagedFile
        file={resumeFile}
        storedName={me.user_resume_name ?? ''}
        share={progress.resume}
        error={errors.resumeFile}
        formats={resumeFormats}
        onChange={(file) => onChange({ resumeFile: file })}
      />
      {resumeFile === null && (
        <InputField
          label={t('profileEdit.resumeLink')}
          error={errors.user_resume_url}
          name="user_resume_url"
          type="url"
          inputMode="url"
          pattern="https://.+"
          maxLength={limits.link.max}
          placeholder="https://"
          value={user_resume_url}
          onValue={(value) => onChange({ user_resume_url: value.trim() })}
        />
      )}
      <p className="cap muted">{t('profileEdit.resumeHint')}</p>
    </Card>
  )
}

export function PortfolioField({ me, draft, errors, progress, onChange }: FilesPart) {
  const { t } = useFormats()
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.portfolioFile')}</h2>
      <StagedFile
        file={draft.portfolioFile}
        storedName={me.portfolio_file?.name ?? ''}
        share={progress.portfolio}
        error={errors.portfolioFile}
        formats={fileFormats}
        onChange={(file) => onChange({ portfolioFile: file })}
      />
    </Card>
  )
}

type StagedFileProps = {
  file: File | 'kept' | null
  /** Name of the file that is stored in the profile. */
  storedName: string
  share?: number
  error?: string
  formats: readonly FileFormat[]
  onChange: (file: File | null) => void
}

/** A chosen file that is uploaded when the form is saved. */
function StagedFile({ file, storedName: kept, share, error, formats, onChange }: StagedFileProps) {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  const words = useFileErrorText()
  const pickFile = ([picked]: File[]) => {
    if (!picked) return
    const refusal = fileRefusal(picked, formats)
    if (!refusal) return onChange(picked)
    showToast({ text: words(refusal), tone: 'bad', ms: refusalMs })
  }
  if (file === null)
    return (
      <FilePicker
        accept={acceptAttributeOf(formats)}
        title={t('upload.add')}
        note={t('upload.hint', { size: fileSize(limits.files.bytes) })}
        onPick={pickFile}
      />
    )
  const name = file === 'kept' ? kept : file.name
  const percent = Math.round((share ?? 0) * 100)
  return (
    <FileRow
      name={name}
      sign={formatOf(name)}
      failed={error !== undefined}
      note={error ?? (file === 'kept' ? t('profileEdit.inProfile') : fileSize(file.size))}
      progress={share === undefined ? undefined : { share, label: t('a11y.progress', { percent }) }}
      end={<IconButton icon={X} label={`${t('upload.remove')}: ${name}`} onClick={() => onChange(null)} />}
    />
  )
}
