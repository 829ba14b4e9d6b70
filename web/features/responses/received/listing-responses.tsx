import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ArrowUpDown, Bookmark, Columns2, Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import {
  type ResponseGroup,
  type ResponseSorting,
  responseGroups,
  responseSortings,
} from '#contract/options.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { LoadMore } from '#web/features/listings/list/paged-list.tsx'
import { listingPage } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { type Response, type ResponsePage, responsesOf } from '#web/features/responses/queries.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { Candidate } from './candidate.tsx'
import { ResponseCard } from './response-card.tsx'

const CompareSheet = lazySheet(() => import('./compare-sheet.tsx'))
const SortSheet = lazySheet(() => import('#web/features/search/results/sort-sheet.tsx'))

type ListOptions = { sort: ResponseSorting; group: ResponseGroup }
type Found = UseInfiniteQueryResult<InfiniteData<ResponsePage>>

/** Responses to a listing. Its author sees all of them, anybody else only their own response. */
export function ListingResponses({ id, kind }: Pick<Listing, 'id' | 'kind'>) {
  const { t } = useFormats()
  const [search] = useSearchParams()
  const chosenId = search.get('choose')
  const openedId = search.get('response') ?? chosenId
  // A response that was opened from the list of new ones is found among the newest; only a shortlisted one is chosen
  // by a link.
  const [look, setOptions] = useState<ListOptions>({
    sort: openedId ? 'new' : 'default',
    group: chosenId ? 'shortlisted' : 'all',
  })
  const listing = useQuery(listingPage(kind, id))
  const responsesQuery = useInfiniteQuery({ ...responsesOf(id, look), placeholderData: keepPreviousData })
  const failed = listing.error ?? responsesQuery.error
  if (failed && !responsesQuery.data)
    return (
      <LoadFailure
        missingThing={kind}
        error={failed}
        onRetry={() => void Promise.all([listing.refetch(), responsesQuery.refetch()])}
      />
    )
  if (!listing.data || !responsesQuery.data)
    return (
      <Page busy={t('common.loading')}>
        <ListingSkeletons />
      </Page>
    )
  return (
    <Responses
      listing={listing.data}
      found={responsesQuery}
      pages={responsesQuery.data.pages}
      listOptions={look}
      openedId={openedId}
      onLook={setOptions}
    />
  )
}

type ResponsesProps = {
  listing: Listing
  found: Found
  pages: ResponsePage[]
  listOptions: ListOptions
  /** Id of the response to scroll to. */
  openedId: string | null
  onLook: (look: ListOptions) => void
}

function Responses({ listing, found, pages, listOptions, openedId, onLook }: ResponsesProps) {
  const { t } = useFormats()
  const shownResponses = pages.flatMap(({ items }) => items)
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  // The address forgets the question, so that the way back to this page does not ask it again.
  const [askedChoiceId] = useState(search.get('choose'))
  useEffect(() => {
    if (askedChoiceId) setSearch({ response: askedChoiceId }, { replace: true })
  }, [askedChoiceId, setSearch])
  // The chosen response leaves the shortlist, but not the list of all.
  const showAll = () => onLook({ ...listOptions, group: 'all' })
  const openListing = () => void navigate(`/${listing.kind}/${listing.id}`, { replace: true })
  // A response that was declined or chosen meanwhile is not among the shortlisted.
  const [isMissing] = useState(
    askedChoiceId !== null && !shownResponses.some(({ id }) => String(id) === askedChoiceId),
  )
  useEffect(() => {
    if (isMissing) onLook({ sort: 'new', group: 'all' })
  }, [isMissing, onLook])
  useEffect(() => {
    // The scroll to the opened response waits for the next frame, because the screen first restores its own scroll
    // position.
    const frame = requestAnimationFrame(() =>
      document.getElementById(`response-${openedId}`)?.scrollIntoView({ block: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [openedId])
  const total = pages[0]?.total ?? { all: 0, shortlisted: 0, declined: 0 }
  // Number of responses as every other screen shows it: all responses except withdrawn ones.
  const count = total.all + total.declined
  const isComparable = listing.is_owner && listOptions.group === 'shortlisted' && shownResponses.length > 1
  return (
    <Page bar={isComparable}>
      <div className="stack stack-1" style={{ padding: 'var(--s-1) var(--s-1) 0' }}>
        <h1 className="title">{t('responses.title', { count })}</h1>
        <p className="cap muted ellipsis">{listing.title}</p>
      </div>
      {count > 0 && (
        <ChipScroller label={t('responses.groups')}>
          {responseGroups.map((group) => (
            <Chip
              key={group}
              pressed={listOptions.group === group}
              onClick={() => {
                onLook({ ...listOptions, group })
                haptic('selection')
              }}
            >
              {group === 'shortlisted' && <Bookmark className="i16" />}
              {t(`responses.group.${group}`, { number: total[group] })}
            </Chip>
          ))}
        </ChipScroller>
      )}
      {count > 1 && (
        <Sorting
          by={listOptions.sort}
          hint={listing.is_owner && listOptions.group === 'shortlisted' ? t('responses.shortlistTells') : ''}
          onChange={(sort) => onLook({ ...listOptions, sort })}
        />
      )}
      {shownResponses.map((response) => (
        <div key={response.id} id={`response-${response.id}`}>
          {listing.is_owner ? (
            <Candidate
              listing={listing}
              response={response}
              isChoiceAsked={String(response.id) === askedChoiceId}
              onChosen={askedChoiceId ? openListing : showAll}
            />
          ) : (
            <ResponseCard response={response} />
          )}
        </div>
      ))}
      {found.hasNextPage && (
        <LoadMore isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      )}
      {count === 0 && <NoResponses listing={listing} />}
      {count > 0 && shownResponses.length === 0 && (
        <EmptyState
          icon={Bookmark}
          title={t('responses.noneHere.title')}
          text={t(`responses.noneHere.${listOptions.group}`)}
        />
      )}
      {isComparable && <Compare listing={listing} candidates={shownResponses} onChosen={showAll} />}
    </Page>
  )
}

type CompareProps = { listing: Listing; candidates: Response[]; onChosen: () => void }

function Compare({ listing, candidates, onChosen }: CompareProps) {
  const { t } = useFormats()
  const sheet = useSheet()
  return (
    <>
      <BottomBar>
        <Button className="grow" icon={Columns2} onClick={sheet.open}>
          {t('compare.open')}
        </Button>
      </BottomBar>
      {sheet.isMounted && (
        <CompareSheet listing={listing} candidates={candidates} onChosen={onChosen} {...sheet.props} />
      )}
    </>
  )
}

type SortingProps = { by: ResponseSorting; hint: string; onChange: (by: ResponseSorting) => void }

function Sorting({ by, hint, onChange }: SortingProps) {
  const { t } = useFormats()
  const sheet = useSheet()
  return (
    <>
      <div className="row row-between" style={{ padding: '0 var(--s-1)', minHeight: 36, flexWrap: 'wrap' }}>
        <span className="cap muted">{hint}</span>
        <TextButton icon={ArrowUpDown} onClick={sheet.open}>
          {t(`responses.sort.${by}`)}
        </TextButton>
      </div>
      {sheet.isMounted && (
        <SortSheet
          {...sheet.props}
          options={responseSortings.map((value) => ({ value, label: t(`responses.sort.${value}`) }))}
          value={by}
          onChoose={(value) => {
            onChange(value as ResponseSorting)
            sheet.close()
          }}
        />
      )}
    </>
  )
}

function NoResponses({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  return (
    <EmptyState
      icon={Inbox}
      title={t('responses.empty.title')}
      text={t(listing.kind === 'order' ? 'responses.empty.text' : 'deal.vacancy.noResponses')}
      action={<ShareButton item={listing}>{t('responses.empty.action')}</ShareButton>}
    />
  )
}
