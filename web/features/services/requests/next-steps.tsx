import { useQuery } from '@tanstack/react-query'
import { BriefcaseBusiness, FilePlus2, Hammer, RotateCcw, Search } from 'lucide-react'
import { waysOn } from '#contract/service-requests.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { service } from '#web/features/services/queries.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { Cell, List } from '#web/ui/list.tsx'

/** Ways on from a request that has ended. */
export function NextSteps({ request }: { request: ServiceRequest }) {
  if (request.state === 'accepted') return <ToOrder request={request} />
  if (request.side === 'client') return <ForClient request={request} />
  return request.side === 'freelancer' ? <ForFreelancer request={request} /> : null
}

function ToOrder({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  return (
    <List icons>
      <Cell icon={Hammer} title={t('request.openOrder')} to={`/order/${request.id}`} />
    </List>
  )
}

/** Similar services, an order for everybody with the same text, and the service once more if nobody refused it. */
function ForClient({ request: { id, category_id, service_id, state } }: { request: ServiceRequest }) {
  const { t } = useFormats()
  const { data } = useQuery({ ...service(service_id ?? 0), enabled: service_id !== null })
  const { similar, copy } = waysOn({ id, category_id })
  return (
    <List icons>
      <Cell icon={Search} title={t('request.similar')} to={similar} />
      <Cell icon={FilePlus2} title={t('request.publish')} note={t('request.publish.note')} to={copy} />
      {data && !data.is_closed && state !== 'declined' && (
        <Cell icon={RotateCcw} title={t('request.again')} to={`/service/${data.id}`} />
      )}
    </List>
  )
}

function ForFreelancer({ request: { service_id, state } }: { request: ServiceRequest }) {
  const { t } = useFormats()
  return (
    <List icons>
      {service_id !== null && (
        <Cell
          icon={BriefcaseBusiness}
          title={t('request.service')}
          note={state === 'lapsed' || state === 'declined' ? t('request.service.note') : undefined}
          to={`/service/${service_id}`}
        />
      )}
      <Cell icon={Search} title={t('request.search')} to="/search/orders" />
    </List>
  )
}
