import { Check, ChevronDown, ChevronRight, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { type Category, type CategoryMatch, searchCategories } from './category-search.ts'
import styles from './category-sheet.module.css'
import { recentCategories } from './recent-categories.ts'

type CategorySheetProps = {
  open: boolean
  onClose: () => void
  onClosed: () => void
  list: Category[]
  value: string
  onChoose: (id: string) => void
}

/** Category tree with a search field. A click on a single category selects it and closes the sheet. */
export default function CategorySheet({ list, value, onChoose, ...sheet }: CategorySheetProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const rows = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isSearch = text.trim() !== ''
  const hits = isSearch ? searchCategories(list, text) : []

  /** Arrow keys move the focus through the search field and the rows. */
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    const focusables = [field, ...(rows.current?.querySelectorAll('button') ?? [])]
    const at = focusables.indexOf(document.activeElement as HTMLButtonElement)
    focusables[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus()
  }

  return (
    <Sheet {...sheet} toEdge title={t('create.category')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the field and the rows */}
      <div className={styles.inside} onKeyDown={onArrow}>
        <div className={styles.box}>
          <label className={styles.field}>
            <Search />
            <input
              ref={input}
              type="search"
              enterKeyHint="search"
              aria-label={t('category.search')}
              placeholder={t('category.search')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                const [first] = hits
                if (event.key === 'Enter' && first) onChoose(String(first.leaf.id))
              }}
            />
          </label>
          {text !== '' && (
            <IconButton
              icon={X}
              label={t('search.erase')}
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
            />
          )}
        </div>
        <p role="status" className={hits.length > 0 || !isSearch ? 'visually-hidden' : 'sub muted'}>
          {isSearch && (hits.length > 0 ? t('category.found', { count: hits.length }) : t('category.none'))}
        </p>
        <div ref={rows} className={styles.tree}>
          {isSearch
            ? hits.map((match) => <MatchRow key={match.leaf.id} hit={match} onChoose={onChoose} />)
            : list.length > 0 && <Tree list={list} value={value} onChoose={onChoose} />}
        </div>
      </div>
    </Sheet>
  )
}

function MatchRow({ hit, onChoose }: { hit: CategoryMatch; onChoose: (id: string) => void }) {
  const { name, id } = hit.leaf
  const end = hit.at + hit.length
  return (
    <button type="button" className={cx(styles.row, styles.found)} onClick={() => onChoose(String(id))}>
      <span className="grow">
        {hit.at < 0 ? (
          name
        ) : (
          <>
            {name.slice(0, hit.at)}
            <mark className={styles.hit}>{name.slice(hit.at, end)}</mark>
            {name.slice(end)}
          </>
        )}
        <small className="cap muted">{hit.group}</small>
      </span>
    </button>
  )
}

type TreeProps = Pick<CategorySheetProps, 'list' | 'value' | 'onChoose'>

/** Recent categories, then the category groups. The group of the selected category is expanded. */
function Tree({ list, value, onChoose }: TreeProps) {
  const { t } = useTranslation()
  const chosenLeaf = list.find(({ id }) => String(id) === value)
  const [unfolded, setUnfolded] = useState<number | null>(chosenLeaf?.parent_id ?? null)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // New engines return a promise here, which React would take for the effect's cleanup.
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const recentLeaves = recentCategories().flatMap((id) => list.find((leaf) => String(leaf.id) === id) ?? [])
  const leaf = (one: Category, isChosen: boolean) => (
    <button
      key={one.id}
      ref={isChosen ? current : undefined}
      type="button"
      className={cx(styles.row, styles.leaf)}
      aria-pressed={isChosen}
      onClick={() => onChoose(String(one.id))}
    >
      <span className="grow">{one.name}</span>
      {isChosen && <Check />}
    </button>
  )
  return (
    <>
      {recentLeaves.length > 0 && (
        <fieldset aria-label={t('category.recent')}>
          <p className={cx('cap muted', styles.title)}>{t('category.recent')}</p>
          {recentLeaves.map((one) => leaf(one, false))}
        </fieldset>
      )}
      {list
        .filter(({ parent_id }) => parent_id === null)
        .map(({ id, name }) => {
          const isOpen = unfolded === id
          return (
            <fieldset key={id} aria-label={name}>
              <button
                type="button"
                className={cx(styles.row, styles.group)}
                aria-expanded={isOpen}
                onClick={() => setUnfolded(isOpen ? null : id)}
              >
                {isOpen ? <ChevronDown /> : <ChevronRight />}
                <span className="grow">{name}</span>
              </button>
              {isOpen &&
                list.filter(({ parent_id }) => parent_id === id).map((one) => leaf(one, one === chosenLeaf))}
            </fieldset>
          )
        })}
    </>
  )
}
