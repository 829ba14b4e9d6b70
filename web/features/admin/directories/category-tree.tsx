import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import type { AdminCategory } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import queue from '#web/features/admin/queue/queue.module.css'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { CategoryForm, type EditedCategory } from './category-form.tsx'

/** Groups with their categories; a click on a row opens its form. */
export function CategoryTree() {
  const { t } = useAdminFormats()
  const [editing, setEditing] = useState<EditedCategory | null>(null)
  const all = useQuery(query('GET /api/admin/categories')).data
  if (!all) return <div aria-busy="true" />
  return (
    <>
      <p className="cap muted">{t('admin.categories.hint')}</p>
      {all
        .filter(({ parent_id }) => parent_id === null)
        .map((group) => (
          <section key={group.id} className={queue.side}>
            <List>
              <Row category={group} onChoose={() => setEditing({ category: group })} isGroup />
              {all
                .filter(({ parent_id }) => parent_id === group.id)
                .map((leaf) => (
                  <Row key={leaf.id} category={leaf} onChoose={() => setEditing({ category: leaf })} />
                ))}
            </List>
            <Button small variant="fill" icon={Plus} onClick={() => setEditing({ parent_id: group.id })}>
              {t('admin.categories.add')}
            </Button>
          </section>
        ))}
      <Button variant="fill" icon={Plus} onClick={() => setEditing({ parent_id: null })}>
        {t('admin.categories.addGroup')}
      </Button>
      {editing && (
        <CategoryForm
          key={'category' in editing ? editing.category.id : `new ${editing.parent_id}`}
          editing={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

type RowProps = { category: AdminCategory; onChoose: () => void; isGroup?: boolean }

function Row({ category: { names, closed_at, listings, people }, onChoose, isGroup }: RowProps) {
  const { t, language } = useAdminFormats()
  const others = Object.entries(names).flatMap(([code, name]) => (code === language ? [] : [name]))
  const used = isGroup ? [] : [t('admin.categories.used', { listings, people })]
  return (
    <Cell
      title={isGroup ? <b>{names[language]}</b> : names[language]}
      note={[...others, ...used].join(' · ')}
      end={closed_at && <Badge tone="warn">{t('admin.categories.closed')}</Badge>}
      onClick={onChoose}
    />
  )
}
