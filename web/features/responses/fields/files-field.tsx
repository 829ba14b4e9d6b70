import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import type { useResponseFiles } from './use-response-files.ts'

type FilesFieldProps = Pick<ReturnType<typeof useResponseFiles>, 'uploads'>

/** Upload of work samples for a response. */
export function FilesField({ uploads }: FilesFieldProps) {
  const { t } = useTranslation()
  const { inResponseForm: max } = limits.files
  return <UploadField uploads={uploads} title={t('respond.files')} note={t('respond.files.limit', { max })} />
}
