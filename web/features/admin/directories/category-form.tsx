import { useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { languages } from '#contract/languages.ts'
import { api } from '#web/client/http/api.ts'
import { type AdminCategory, refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'

/** The category being edited, or a new one under a parent (`null`: a top-level group). */
export type EditedCategory = { category: AdminCategory } | { parent_id: number | null }
type Names = AdminCategory['names']
const unnamed = Object.fromEntries(languages.map((code) => [code, ''])) as Names

/** Names of a category in every language; an existing category can also be closed or reopened. */
export function CategoryForm({ editing, onClose }: { editing: EditedCategory; onClose: () => void }) {
  const { t } = useAdminFormats()
  const known = 'category' in editing ? editing.category : null
  const [names, setNames] = useState<Names>(known?.names ?? unnamed)
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) => void showFailure(error),
    onSuccess: () => {
      onClose()
      showToast({ text: t('admin.categories.saved') })
    },
    onSettled: () => void refresh('GET /api/admin/categories', 'GET /api/all_categories'),
  })
  const save = () =>
    'category' in editing
      ? api('POST /api/admin/categories/:id/names', {
          params: { id: editing.category.id },
          body: { names },
        })
      : api('POST /api/admin/categories', { body: { names, parent_id: editing.parent_id } })
  const close = (id: number, is_closed: boolean) =>
    api('POST /api/admin/categories/:id/closed', { params: { id }, body: { is_closed } })
  const isShort = languages.some((code) => names[code].trim().length < 2)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(known ? 'admin.categories.edit' : 'admin.categories.add')}
      gripLabel={t('a11y.sheetGrip')}
      footer={
        <Button wide disabled={isShort} loading={run.isPending} onClick={() => run.mutate(save)}>
          {t('admin.categories.save')}
        </Button>
      }
    >
      {languages.map((code) => (
        <Field key={code} label={t(`admin.categories.name.${code}`)} required>
          {(control) => (
            <Input
              {...control}
              lang={code}
              maxLength={60}
              value={names[code]}
              onChange={(event) => setNames({ ...names, [code]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {known && (
        <>
          <List icons>
            <Cell
              inPlace
              bad={known.closed_at === null}
              icon={known.closed_at ? ArchiveRestore : Archive}
              title={t(known.closed_at ? 'admin.categories.open' : 'admin.categories.close')}
              onClick={() => run.mutate(() => close(known.id, known.closed_at === null))}
            />
          </List>
          <p className="cap muted">{t('admin.categories.closeHint')}</p>
        </>
      )}
    </Sheet>
  )
}
