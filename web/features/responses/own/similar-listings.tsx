import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ResponseHistory } from '#web/features/responses/queries.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'

/** Open listings similar to the missed one. */
export function SimilarListings({ story }: { story: ResponseHistory }) {
  const { t, span } = useFormats()
  const { similar, similar_count: count } = story
  const listing = story.project ?? story.vacancy
  const [first] = similar
  if (!first || !listing) return null
  return (
    <>
      <section className="stack stack-2">
        <h2 className="cap muted" style={{ padding: '4px 12px 0' }}>
          {t(`story.similar.${first.kind}`)}
        </h2>
        <List>
          {similar.map((near) => (
            <Cell
              key={near.id}
              to={`/${near.kind}/${near.id}`}
              title={near.title}
              note={[
                near.min_stake === null && near.max_stake === null
                  ? span(near.price, near.price, near.currency)
                  : span(near.min_stake, near.max_stake, near.currency),
                t('story.responses', { count: near.responses_count }),
              ].join(' · ')}
            />
          ))}
        </List>
      </section>
      <ButtonLink
        wide
        to={`/search/${first.kind === 'order' ? 'orders' : 'vacancies'}?category=${listing.category_id}`}
      >
        {count > similar.length ? t('story.similar.all', { number: count }) : t('story.similar.search')}
      </ButtonLink>
    </>
  )
}
