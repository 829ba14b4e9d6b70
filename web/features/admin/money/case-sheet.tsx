import { useMutation } from '@tanstack/react-query'
import {
  BanknoteArrowDown,
  BanknoteArrowUp,
  Check,
  CircleCheck,
  type LucideIcon,
  RefreshCw,
  Ticket,
} from 'lucide-react'
import { useState } from 'react'
import { reasonLength } from '#contract/rejection.ts'
import { api } from '#web/client/http/api.ts'
import { withConfirmation } from '#web/features/admin/frame/confirmed-call.ts'
import { refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextSheet } from '#web/features/moderation/ask-sheet.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { type PaymentCase, useCaseSums } from './case-row.tsx'

type Act = PaymentCase['acts'][number]
type FinishingAct = Exclude<Act, 'check'>

const icons: Record<Act, LucideIcon> = {
  check: RefreshCw,
  apply: Check,
  credit: Ticket,
  returned: BanknoteArrowUp,
  accept: CircleCheck,
  refund: BanknoteArrowDown,
}

type CaseSheetProps = { found: PaymentCase; onClose: () => void }

/** The acts that a case allows now. Every act except `check` needs a reason and a confirmation in the bot. */
export function CaseSheet({ found, onClose }: CaseSheetProps) {
  const { t } = useAdminFormats()
  const sums = useCaseSums(found)
  const [act, setAct] = useState<FinishingAct | null>(null)
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) => void showFailure(error),
    onSettled: () => refresh('GET /api/admin/cases', 'GET /api/admin/payments', 'GET /api/admin/health'),
  })
  const params = { id: found.id }
  const perform = (call: () => Promise<unknown>, text: string) =>
    run.mutate(call, {
      onSuccess: () => {
        onClose()
        showToast({ text })
      },
    })
  const choose = (one: Act) =>
    one === 'check'
      ? perform(() => api('POST /api/admin/cases/:id/check', { params }), t('admin.payments.checked'))
      : setAct(one)
  return (
    <>
      <Sheet
        open={act === null}
        onClose={onClose}
        title={t(`admin.payments.case.${found.kind}`)}
        gripLabel={t('a11y.sheetGrip')}
      >
        <p className="sub muted">
          {t(`admin.cases.what.${found.kind}`)} {sums}
        </p>
        <List icons>
          {found.acts.map((one) => (
            <Cell
              key={one}
              inPlace={one === 'check'}
              bad={one === 'refund'}
              icon={icons[one]}
              title={t(`admin.cases.act.${one}`)}
              onClick={() => choose(one)}
            />
          ))}
        </List>
      </Sheet>
      <TextSheet
        key={act}
        open={act !== null}
        onClose={() => setAct(null)}
        title={t(`admin.cases.act.${act ?? 'accept'}`)}
        text={t(`admin.cases.effect.${act ?? 'accept'}`)}
        label={t('admin.payments.reason')}
        hint={t('admin.payments.reasonHint')}
        submit={t(`admin.cases.act.${act ?? 'accept'}`)}
        destructive={act === 'refund'}
        {...reasonLength}
        isBusy={run.isPending}
        onSubmit={(reason) =>
          act &&
          perform(
            () =>
              withConfirmation(
                () => api('POST /api/admin/cases/:id/finish', { params, body: { act, reason } }),
                t('admin.press'),
              ),
            t('admin.payments.settled'),
          )
        }
      />
    </>
  )
}
