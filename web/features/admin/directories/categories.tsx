import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, ChevronDown, ChevronUp, Pencil, Plus, SearchX } from 'lucide-react'
import { Fragment, useState } from 'react'
import { languages } from '#contract/languages.ts'
import { api } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import frame from '#web/features/admin/frame/frame.module.css'
import type { AdminCategory } from '#web/features/admin/frame/queries.ts'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { unbroken, useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/**
 * Returns the groups that a search finds, with their categories. A group whose own name is found keeps all of its
 * categories, any other group only the categories that are found.
 */
export function findCategories(categories: AdminCategory[], text: string) {
  const wanted = text.trim().toLocaleLowerCase()
  const isFound = ({ names }: AdminCategory) =>
    Object.values(names).some((name) => name.toLocaleLowerCase().includes(wanted))
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((group) => {
      const leaves = categories.filter(({ parent_id }) => parent_id === group.id)
      return { group, leaves: isFound(group) ? leaves : leaves.filter(isFound) }
    })
    .filter(({ group, leaves }) => leaves.length > 0 || isFound(group))
}

/**
 * Folded groups of categories with a search. A click on a group unfolds it, a search unfolds what it finds, and a click
 * on a category opens its form. `isAdding` opens the form for a new group.
 */
export function CategoryTree({ isAdding, onClose }: { isAdding: boolean; onClose: () => void }) {
  const { t } = useAdminFormats()
  const [chosen, setEditing] = useState<EditedCategory | null>(null)
  const [text, setText] = useState('')
  const [openGroup, setOpenGroup] = useState<number | null>(null)
  const categories = useQuery(query('GET /api/admin/categories')).data
  if (!categories) return <div aria-busy="true" />
  const found = findCategories(categories, text)
  const editing = isAdding ? newGroup : chosen
  const closeForm = () => {
    setEditing(null)
    onClose()
  }
  return (
    <>
      <SearchRow label={t('admin.categories.search')} text={text} onText={setText} />
      <p className={cx(frame.note, 'cap muted')}>{t('admin.categories.hint')}</p>
      {found.length === 0 && (
        <EmptyState icon={SearchX} title={t('admin.empty.search.title')} text={t('admin.categories.none')} />
      )}
      {found.length > 0 && (
        <List>
          {found.map(({ group, leaves }) => {
            const isOpen = text.trim() !== '' || openGroup === group.id
            return (
              <Fragment key={group.id}>
                <Row
                  category={group}
                  count={leaves.length}
                  expanded={isOpen}
                  onChoose={() => setOpenGroup(openGroup === group.id ? null : group.id)}
                />
                {isOpen && (
                  <>
                    {leaves.map((leaf) => (
                      <Row key={leaf.id} category={leaf} onChoose={() => setEditing({ category: leaf })} />
                    ))}
                    <Cell
                      title={<span className="accent">{t('admin.categories.add')}</span>}
                      inPlace
                      end={<Plus />}
                      onClick={() => setEditing({ parent_id: group.id })}
                    />
                    <Cell
                      title={<span className="accent">{t('admin.categories.editGroup')}</span>}
                      inPlace
                      end={<Pencil />}
                      onClick={() => setEditing({ category: group })}
                    />
                  </>
                )}
              </Fragment>
            )
          })}
        </List>
      )}
      {editing && (
        <CategoryForm
          key={'category' in editing ? editing.category.id : `new ${editing.parent_id}`}
          editing={editing}
          onClose={closeForm}
        />
      )}
    </>
  )
}

type RowProps = {
  category: AdminCategory
  onChoose: () => void
  /** Number of categories in a group. */
  count?: number
  /** True if the group is unfolded. */
  expanded?: boolean
}

function Row({ category: { names, closed_at, listings, people }, onChoose, count, expanded }: RowProps) {
  const { t, language } = useAdminFormats()
  const others = Object.entries(names).flatMap(([code, name]) => (code === language ? [] : [name]))
  const isGroup = count !== undefined
  const used = isGroup
    ? t('admin.categories.count', { count })
    : [
        unbroken(t('admin.categories.listings', { count: listings })),
        unbroken(t('admin.users.people', { count: people })),
      ].join(', ')
  return (
    <Cell
      title={isGroup ? <b>{names[language]}</b> : names[language]}
      note={
        <DottedLine as="span">
          {others.join(', ')}
          {used}
        </DottedLine>
      }
      inPlace={isGroup}
      expanded={expanded}
      end={
        <>
          {closed_at && <Badge tone="warn">{t('admin.categories.closed')}</Badge>}
          {isGroup && (expanded ? <ChevronUp /> : <ChevronDown />)}
        </>
      }
      onClick={onChoose}
    />
  )
}

/** An existing category to edit, or a new category under a parent. A `null` parent means a new top-level group. */
type EditedCategory = { category: AdminCategory } | { parent_id: number | null }
type Names = AdminCategory['names']
const newGroup: EditedCategory = { parent_id: null }
const unnamed = Object.fromEntries(languages.map((code) => [code, ''])) as Names

/** Form for the names of a category in every language. An existing category can also be closed or reopened. */
function CategoryForm({ editing, onClose }: { editing: EditedCategory; onClose: () => void }) {
  const { t } = useAdminFormats()
  const editedCategory = 'category' in editing ? editing.category : null
  const [names, setNames] = useState<Names>(editedCategory?.names ?? unnamed)
  const staff = useStaffAct(onClose, 'GET /api/admin/categories', 'GET /api/all_categories')
  const runAct = (call: () => Promise<unknown>) => staff.act(call, t('admin.categories.saved'))
  const saveCategory = () =>
    'category' in editing
      ? api('POST /api/admin/categories/:id/names', {
          params: { id: editing.category.id },
          body: { names },
        })
      : api('POST /api/admin/categories', { body: { names, parent_id: editing.parent_id } })
  const setClosed = (id: number, is_closed: boolean) =>
    api('POST /api/admin/categories/:id/closed', { params: { id }, body: { is_closed } })
  const isShort = languages.some((code) => names[code].trim().length < 2)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(editedCategory ? 'admin.categories.edit' : 'admin.categories.add')}
      footer={
        <Button wide disabled={isShort} loading={staff.isBusy} onClick={() => runAct(saveCategory)}>
          {t('admin.categories.save')}
        </Button>
      }
    >
      {languages.map((code) => (
        <InputField
          key={code}
          label={t(`admin.categories.name.${code}`)}
          required
          lang={code}
          maxLength={60}
          value={names[code]}
          onValue={(value) => setNames({ ...names, [code]: value })}
        />
      ))}
      {editedCategory && (
        <>
          <List icons>
            <Cell
              inPlace
              bad={editedCategory.closed_at === null}
              icon={editedCategory.closed_at ? ArchiveRestore : Archive}
              title={t(editedCategory.closed_at ? 'admin.categories.open' : 'admin.categories.close')}
              onClick={() => runAct(() => setClosed(editedCategory.id, editedCategory.closed_at === null))}
            />
          </List>
          <p className="cap muted">{t('admin.categories.closeHint')}</p>
        </>
      )}
    </Sheet>
  )
}
