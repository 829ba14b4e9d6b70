import { useEffect } from 'react'
import { documentFormats, imageFormats } from '#contract/file-formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { type Me, updateMe } from '#web/features/session/use-me.ts'
import { List, SwitchCell } from '#web/ui/list.tsx'

const formats = [...documentFormats, ...imageFormats]

export const hasResume = (me: Me) => me.user_resume_url !== null || me.user_resume_file !== null

type ResumeSwitchProps = {
  me: Me
  checked: boolean
  onChange: (on: boolean) => void
  onUploading: (is: boolean) => void
}

/** Switch that attaches the profile's resume, or an upload if the profile has none. */
export function ResumeSwitch({ me, checked, onChange, onUploading }: ResumeSwitchProps) {
  const { t } = useTranslation()
  const uploads = useUploads({ call: 'POST /api/users/upload_resume', max: 1, formats })
  const stored = uploads.items[0]?.stored
  const { isBusy } = uploads
  useEffect(() => onUploading(isBusy), [isBusy, onUploading])
  useEffect(() => {
    if (!stored) return
    updateMe({
      user_resume_url: null,
      user_resume_file: stored.file_url,
      user_resume_format_file: stored.file_format,
      user_resume_name: stored.name,
    })
    onChange(true)
  }, [stored, onChange])

  if (!hasResume(me))
    return (
      <UploadField
        uploads={uploads}
        title={t('respondVacancy.addResume')}
        note={t('respondVacancy.resumeHint')}
      />
    )
  const name = me.user_resume_name ?? me.user_resume_url?.replace(/^https:\/\//, '')
  return (
    <List inside>
      <SwitchCell title={t('respondVacancy.resume')} note={name} checked={checked} onChange={onChange} />
    </List>
  )
}
