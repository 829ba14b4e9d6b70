import { useState } from 'react'
import { imageFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import type { UploadItem } from '#web/features/files/uploads.ts'
import { useUploads } from '#web/features/files/use-uploads.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { WorkDraft } from './draft.ts'

export type WorkTexts = Pick<WorkDraft, 'title' | 'about' | 'link'>
const emptyTexts: WorkTexts = { title: '', about: '', link: '' }

const textsOf = ({ title, about, link }: Me['works'][number]): WorkTexts => ({
  title,
  about: about ?? '',
  link: link ?? '',
})

/**
 * Portfolio pictures that are being edited. Each picture uploads as soon as it is chosen, and becomes part of the
 * profile when the form is saved.
 */
export function useWorks(me: Me) {
  const uploads = useUploads({
    call: 'POST /api/users/upload_work',
    attached: me.works.map(({ file_id: id, title: name, file_url, thumbnail_url }) => ({
      id,
      name,
      file_url,
      thumbnail_url,
      file_format: '',
      size: 0,
    })),
    max: limits.works.count,
    formats: imageFormats,
  })
  const [textsByKey, setTextsByKey] = useState(
    () => new Map(me.works.map((work) => [`kept-${work.file_id}`, textsOf(work)])),
  )
  return {
    uploads,
    wordsOf: ({ key }: UploadItem) => textsByKey.get(key) ?? emptyTexts,
    setTexts: (key: string, part: Partial<WorkTexts>) =>
      setTextsByKey((current) => new Map(current).set(key, { ...(current.get(key) ?? emptyTexts), ...part })),
    /** Returns the uploaded portfolio pictures in their order. */
    drafts: uploads.items.flatMap(({ key, stored }): WorkDraft[] =>
      stored ? [{ key, file_id: stored.id, ...(textsByKey.get(key) ?? emptyTexts) }] : [],
    ),
  }
}
