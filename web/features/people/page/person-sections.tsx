import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Link2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { socialNetworks } from '#contract/options.ts'
import { FileLinkRow } from '#web/features/files/file-link.tsx'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { type PersonPage, terms } from '#web/features/people/queries.ts'
import { Tags } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { useLanguageName } from './language-names.ts'
import { hostOf, useExternalLink } from './outside-link.ts'
import styles from './person-sections.module.css'
import { WorksSection } from './works-section.tsx'

type Part = { person: PersonPage }

export function AboutSection({ person }: Part) {
  const skills = person.skills.map((skill) => skill.skill_name)
  if (!person.description && skills.length === 0) return null
  return (
    <Card className="stack">
      {person.description && <p className="prose">{bindWords(person.description)}</p>}
      {skills.length > 0 && <Tags items={skills} />}
    </Card>
  )
}

/** Services of a person with price and unit. Each leads to its page. */
export function ServicesSection({ person }: Part) {
  const { t } = useFormats()
  const price = useServicePrice()
  if (person.services.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('user.services')}</h2>
      <ul className={styles.services}>
        {person.services.map((service) => {
          const { amount, per, about } = price(service)
          return (
            <li key={service.id}>
              <Link to={`/service/${service.id}`} className={styles.service}>
                <span className={cx('grow', styles.words)}>
                  {service.service_name}
                  {service.service_description && (
                    <small className="cap muted clamp-2">{bindWords(service.service_description)}</small>
                  )}
                  {service.service_takedown_reason !== null ? (
                    <small className="cap bad">{t('service.takenDown')}</small>
                  ) : (
                    isClosedNow(service) && <small className="cap warn">{t('service.closed')}</small>
                  )}
                </span>
                <span className={styles.price}>
                  <b className="num">{amount}</b>
                  {per && <small className="cap muted">{per}</small>}
                  {about && <small className="cap muted">{about}</small>}
                </span>
                <ChevronRight className="i16" />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** True while a service takes no orders. */
const isClosedNow = ({ service_closed_until: until }: PersonPage['services'][number]) =>
  until !== null && new Date(until) > new Date()

type ServicePricing = Pick<
  PersonPage['services'][number],
  'service_price' | 'service_currency_id' | 'terms_id'
>

/** Price of a service, or «По договорённости», with the approximate amount in the user's currency. */
export function useServicePrice() {
  const { t, money } = useFormats()
  const currencyQuery = useQuery(currencies())
  const units = useQuery(terms())
  const approximate = useApproximate()
  return ({ service_price, service_currency_id, terms_id }: ServicePricing) => {
    if (service_price === null) return { amount: t('card.priceNone'), per: null, about: null }
    const currency = currencyQuery.data?.find(({ id }) => id === service_currency_id) ?? null
    const unit = units.data?.find(({ id }) => id === terms_id)
    const approximatePrice = approximate(service_price, service_price, currency)
    return { amount: money(service_price, currency), per: unit?.name ?? null, about: approximatePrice }
  }
}

export function PortfolioSection({ person }: Part) {
  const { t } = useFormats()
  const openLink = useExternalLink()
  const { portfolio_file: file, portfolio_links: links, works } = person
  return (
    <>
      {works.length > 0 && <WorksSection works={works} />}
      {file && (
        <Card className="stack">
          {works.length === 0 && <h2 className="head">{t('user.portfolio')}</h2>}
          <FileLinkRow
            file={{ file_url: file.resume_file, name: file.name, file_format: file.format_file }}
            aria-label={`${t('user.openFile')}: ${file.name}`}
          />
        </Card>
      )}
      {links.length > 0 && (
        <List icons>
          {links.map((link) => (
            <Cell
              key={link.link_id}
              icon={Link2}
              title={link.link_name}
              note={hostOf(link.link_url)}
              onClick={() => void openLink(link.link_url)}
            />
          ))}
        </List>
      )}
    </>
  )
}

/** Languages and social networks of a person. The server includes contacts only for viewers who may see them. */
export function LanguagesAndLinksSection({ person }: Part) {
  const { t } = useFormats()
  const openLink = useExternalLink()
  const nameOf = useLanguageName()
  const pages = socialNetworks.flatMap((network) => {
    const url = person.social_links[network]
    return url ? [{ network, url }] : []
  })
  return (
    <>
      {person.languages_info.length > 0 && (
        <Card className="stack">
          <h2 className="head">{t('user.languages')}</h2>
          <Tags
            items={person.languages_info.map(({ code, level }) =>
              level ? `${nameOf(code)} · ${t(`level.${level}`)}` : nameOf(code),
            )}
          />
        </Card>
      )}
      {pages.length > 0 && (
        <List>
          {pages.map(({ network, url }) => (
            <Cell
              key={network}
              title={t(`network.${network}`)}
              note={url.replace(/^https:\/\//, '')}
              onClick={() => void openLink(url)}
            />
          ))}
        </List>
      )}
    </>
  )
}
