import { FileLink, FileLinkRow } from '#web/features/files/file-link.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ListingFile, Order } from '#web/features/listings/types.ts'
import { Tags } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Facts } from '#web/ui/list.tsx'
import styles from './order-sections.module.css'

export function OrderTask({ order }: { order: Order }) {
  const { t } = useFormats()
  const { skills } = order
  return (
    <Card className="stack">
      <h2 className="head">{t('order.task')}</h2>
      <p className="prose">{bindWords(order.subtitle)}</p>
      {skills.length > 0 && <Tags items={skills} />}
    </Card>
  )
}

export function OrderFiles({ files }: { files: ListingFile[] }) {
  const { t } = useFormats()
  if (files.length === 0) return null
  const pictures = files.filter(({ thumbnail_url }) => thumbnail_url)
  return (
    <Card className="stack">
      <h2 className="head">{t('order.materials')}</h2>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((file) => (
            <FileLink key={file.id} file={file}>
              <img src={file.thumbnail_url ?? ''} alt={file.name} loading="lazy" />
            </FileLink>
          ))}
        </div>
      )}
      {files
        .filter((file) => !pictures.includes(file))
        .map((file) => (
          <FileLinkRow key={file.id} file={file} />
        ))}
    </Card>
  )
}

export const jobTypeTexts = {
  project: 'option.jobType.project',
  part_time: 'option.jobType.partTime',
  full_day: 'option.jobType.fullDay',
}

export function OrderFacts({ order }: { order: Order }) {
  const { t, date } = useFormats()
  const notSpecified = t('common.notSpecified')
  const jobType = jobTypeTexts[order.format as keyof typeof jobTypeTexts]
  const format = [
    // The words below the price already say that a project is paid.
    ...(jobType && order.format !== 'project' ? [t(jobType)] : []),
    ...(order.is_remote ? [t('card.remote')] : []),
  ]
  // A reader needs one date. The author also has to know until when the placement is paid.
  const isDueFirst =
    !order.is_owner && order.deadline && order.expires_at && order.deadline < order.expires_at
  const facts = [
    ...(order.format === 'project' && !order.is_remote
      ? []
      : [{ name: t('order.format'), value: format.join(' · ') || notSpecified }]),
    {
      name: t('order.experience'),
      value: order.required_experience ? t(`option.experience.${order.required_experience}`) : notSpecified,
    },
    // Remote work has a region only if the client named one.
    ...(order.is_remote && !order.region
      ? []
      : [{ name: t('order.region'), value: order.region ?? notSpecified }]),
    {
      name: t('order.language'),
      value: order.language ? t(`option.language.${order.language}`) : t('common.languageNotSpecified'),
    },
    ...(order.expires_at && order.is_active && !isDueFirst
      ? [{ name: t('order.placement'), value: date(order.expires_at) }]
      : []),
  ]
  return (
    <Card className={styles.facts}>
      <Facts items={facts} />
    </Card>
  )
}
