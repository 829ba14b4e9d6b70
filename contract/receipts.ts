import { isTaxId } from './tax-id.ts'

const receipt =
  /^(?:https:\/\/)?lknpd\.nalog\.ru\/api\/v1\/receipt\/(\d{12})\/([\da-z]{6,20})(?:\/(?:print|json))?\/?$/i

/**
 * Reads the address of a receipt of the self-employed, as the tax service's app "My Tax" shares it.
 * @returns the tax number that the receipt names and the address of its printed form; null for any other address
 */
export function receiptOf(text: string): { tax_number: string; url: string } | null {
  const [, tax_number, id] = receipt.exec(text.trim()) ?? []
  if (!tax_number || !id || !isTaxId(tax_number)) return null
  return { tax_number, url: `https://lknpd.nalog.ru/api/v1/receipt/${tax_number}/${id}/print` }
}
