import { z } from 'zod'
import { limits } from '../limits.ts'
import { isPrintable } from '../paper-letters.ts'
import { receiptOf } from '../receipts.ts'
import { isTaxId } from '../tax-id.ts'
import { emptyAsNull, name } from './fields.ts'

/** Papers that the server makes of a finished deal: an act of acceptance and a short contract. */
export const paperKinds = ['act', 'contract'] as const
export type PaperKind = (typeof paperKinds)[number]

const TaxNumber = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .refine(isTaxId, 'tax number')

/** Address of a receipt of the self-employed. Any address of the same receipt becomes that of its printed form. */
const ReceiptUrl = z
  .string()
  .max(limits.link.max)
  .transform((text, context) => {
    const receipt = receiptOf(text)
    if (receipt) return receipt.url
    context.addIssue({ code: 'custom', message: 'receipt' })
    return z.NEVER
  })

/** Own lines in the papers of a deal. A tax number is left out by people whom no Russian tax office knows. */
export const PaperLines = z.object({
  name: name(1, limits.papers.name).refine(isPrintable, 'letters'),
  tax_number: emptyAsNull(TaxNumber),
  /** Receipt of the executor, who is self-employed. Its tax number has to be that of the executor. */
  receipt_url: emptyAsNull(ReceiptUrl),
})

/** Content of a paper in Russian, from which the PDF is drawn. */
export const Paper = z.object({
  title: z.string(),
  subtitle: z.string(),
  date: z.string(),
  intro: z.string(),
  /** Heads of the table's columns, and the name of its last row. */
  work_head: z.string(),
  sum_head: z.string(),
  total_head: z.string(),
  /** Rows of the table; empty if the paper has none. The sum is null if the deal names none. */
  rows: z.array(z.object({ work: z.string(), sum: z.string().nullable() })),
  clauses: z.array(z.string()),
  /** Both sides with the line of the tax number. A side that has not filled in its lines has no name. */
  sides: z.array(
    z.object({ role: z.string(), name: z.string().nullable(), tax_line: z.string().nullable() }),
  ),
  law: z.string(),
})

export const Papers = z.object({
  title: z.string(),
  is_client: z.boolean(),
  /** Own lines as they were saved last; null before. */
  lines: z
    .object({
      name: z.string(),
      tax_number: z.string().nullable(),
      receipt_url: z.string().nullable(),
      /** Time at which the lines are deleted. */
      kept_until: z.string(),
    })
    .nullable(),
  /** Own lines of the latest other paper, while own lines of this one are missing; null without such a paper. */
  suggested: z.object({ name: z.string(), tax_number: z.string().nullable() }).nullable(),
  /** The other side's lines are shown in the papers alone. */
  is_other_filled: z.boolean(),
  receipt_url: z.string().nullable(),
  act: Paper,
})
