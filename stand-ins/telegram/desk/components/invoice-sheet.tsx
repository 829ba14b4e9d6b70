import { Star } from 'lucide-react'
import { useState } from 'react'
import { sendAnswer } from '../client/wire.ts'
import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useConfig, useInvoice, usePerson } from '../model/data.ts'
import { desk, toast, useTexts } from '../model/desk.ts'

export function InvoiceSheet({ slug }: { slug: string }) {
  const words = useTexts()
  const invoice = useInvoice(slug)
  const person = usePerson()
  const config = useConfig()
  const [isPaying, setPaying] = useState(false)
  const closeInvoice = (status: string) => {
    desk.set({ invoice_slug: undefined })
    if (desk.get().app) sendAnswer('invoice_closed', { slug, status })
  }
  if (!invoice || !person) return null
  const total = invoice.prices.reduce((sum, { amount }) => sum + amount, 0)
  const payInvoice = async () => {
    setPaying(true)
    const { status, reason } = await api.pay(person.id, slug)
    if (reason) toast(`${words('payment_failed')}: ${reason}`)
    closeInvoice(status)
  }
  return (
    <div className="veil veil-bottom" data-testid="invoice-sheet">
      <div className="sheet-small">
        <span className="invoice-star">
          <Star size={44} fill="currentColor" strokeWidth={1} />
        </span>
        <b>{invoice.title}</b>
        <p>{invoice.description}</p>
        <small>
          {words('pay_question')} «{config?.bot.first_name}» · {words('balance')}: ★ {person.stars}
        </small>
        <button
          type="button"
          className="wide-button"
          data-testid="invoice-pay"
          disabled={isPaying}
          onClick={() => runAction(payInvoice)}
        >
          {isPaying ? words('paying') : `${words('pay')} ★ ${total}`}
        </button>
        <button
          type="button"
          className="wide-button wide-plain"
          data-testid="invoice-cancel"
          onClick={() => closeInvoice('cancelled')}
        >
          {words('cancel')}
        </button>
      </div>
    </div>
  )
}
