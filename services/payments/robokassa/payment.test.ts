import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { paymentLink, verifyResult, verifySuccess } from './payment.ts'

const shop: RobokassaConfig = {
  merchant: 'otklik',
  password1: 'first-pass',
  password2: 'second-pass',
  hash: 'sha256',
  is_test: false,
  payment_url: 'https://auth.robokassa.ru/Merchant/Index.aspx',
  refund_url: 'https://services.robokassa.ru/RefundService',
  state_url: 'https://auth.robokassa.ru/Merchant/WebService/Service.asmx/OpStateExt',
}

const invoice = {
  inv_id: 1001,
  amount_kopecks: 250_000,
  description: 'Размещение заказа «Сайт» 🎉',
  language: 'ru',
  expires_at: new Date('2026-05-01T20:59:30Z'),
  shp: { Shp_item: '77', Shp_kind: 'project' },
} as const

// Signatures of the strings in the provider's documentation, computed with Python's hashlib and with OpenSSL.
const vectors = [
  ['md5', '1804f02ce7e4e04b41dde6e90afdc2b2', '5ae65d07bf9a4ee51a8db2ae25f862ea'],
  ['ripemd160', '12b4f293f45f9634371166090e36676b467fd88a', 'c5b6e609d9a65afe746a9e0ac6de236267c763b7'],
  ['sha1', 'bda8ca3eae106dd410cd669fec6bdd03c71d38c7', 'eb9011de5a0e468f213f4da1e84753b0e755378c'],
  [
    'sha256',
    '35b409a3c3db8a9e04caf7598f50552678343cb38fe8a369f2a7c4cef12d02ff',
    '885a0d5312f0167cbdcc74e585d7ef8154c58522ae0085a1e38b9cc3cf50828a',
  ],
  [
    'sha384',
    '5bc8755e9f2b583dca3bddc1f6b87757ebe18c34b66657216d6342eb81dd1d246dd6b6c6b3b040308d75b09867925b77',
    '8fd681462ae2af9da194520573c099c80853cdcaa986b7a89f916b0b2b78ebce9ea9d483c7f9397e51ed9bf9eba3132c',
  ],
  [
    'sha512',
    'eb8154583bf093c90bd67ce1ac3de9d9be955e0a7fd6a4998b5c78ba49fcc765412ab18066691387026424f2e3ab18b3a223aa8f89fb219d9e1c7316d47a5837',
    '33b3fb052a337ab84a02a767da955f4ddb65fc1a981729241cc8dd404bd4e6ea5632e93120b7bca253cc68754af8dfd24786bf6966cd0967385813d6862d47bf',
  ],
] as const

const resultSignature: string = vectors[3][2]
const result = {
  OutSum: '2500.000000',
  InvId: '1001',
  SignatureValue: resultSignature,
  Fee: '97.500000',
  Shp_item: '77',
  Shp_kind: 'project',
}

test.each(vectors)('a link and a result call are signed right with %s', (hash, link, answer) => {
  const url = new URL(paymentLink({ ...shop, hash }, invoice))
  expect(url.searchParams.get('SignatureValue')).toBe(link)
  expect(verifyResult({ ...shop, hash }, { ...result, SignatureValue: answer })).toMatchObject({
    refusal: null,
    inv_id: 1001,
    amount_kopecks: 250_000,
  })
})

// The expected signature was computed in the same way as the signatures in `vectors`.
test('a payment’s own uuid is signed as the third field', () => {
  const Shp_payment = '0f3b5a52-9a35-4f5e-8f6e-3f8e1f6a2b11'
  const shp = { ...invoice.shp, Shp_payment }
  const url = new URL(paymentLink(shop, { ...invoice, shp }))
  expect(url.searchParams.get('SignatureValue')).toBe(
    '76ebfce1a5c35ba4fa3bd7bb971097a936c8a344d41e348bf28eb4e33d9bcb3c',
  )
  const SignatureValue = '31fd1de2b51ef609802a4c8467464228ef9973a583301951c2803b8f584ab8fa'
  expect(verifyResult(shop, { ...result, Shp_payment, SignatureValue })).toMatchObject({ refusal: null, shp })
  expect(verifyResult(shop, { ...result, SignatureValue })).toEqual({ refusal: 'signature' })
})

test('a link says what is paid, until when in Moscow, and keeps to the allowed characters', () => {
  const url = new URL(paymentLink(shop, invoice))
  expect(url.origin + url.pathname).toBe(shop.payment_url)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    MerchantLogin: 'otklik',
    OutSum: '2500.00',
    InvId: '1001',
    Description: 'Размещение заказа «Сайт»',
    Culture: 'ru',
    ExpirationDate: '2026-05-01T23:59',
    Shp_item: '77',
    Shp_kind: 'project',
  })
  expect(url.searchParams.has('IsTest')).toBe(false)
  const foreign = { ...invoice, language: 'de' as Language }
  expect(new URL(paymentLink(shop, foreign)).searchParams.get('Culture')).toBe('en')
  expect(new URL(paymentLink({ ...shop, is_test: true }, invoice)).searchParams.get('IsTest')).toBe('1')
  const long = new URL(paymentLink(shop, { ...invoice, description: 'я'.repeat(300) }))
  expect(long.searchParams.get('Description')).toHaveLength(100)
})

test.each([
  { inv_id: 0 },
  { inv_id: 2_147_483_648 },
  { inv_id: 1.5 },
  { amount_kopecks: 0 },
  { amount_kopecks: 10.5 },
  { shp: { Shp_item: '77:Shp_kind=vacancy', Shp_kind: 'project' } },
])('an impossible invoice gets no link: %j', (wrong) => {
  expect(() => paymentLink(shop, { ...invoice, ...wrong })).toThrow(RangeError)
})

test('a signature may have either case, and all parameters are returned', () => {
  const params = new URLSearchParams({
    ...result,
    SignatureValue: resultSignature.toUpperCase(),
    IsTest: '1',
  })
  expect(verifyResult(shop, params)).toEqual({
    refusal: null,
    inv_id: 1001,
    amount_kopecks: 250_000,
    shp: { Shp_item: '77', Shp_kind: 'project' },
    is_test: true,
    raw: Object.fromEntries(params),
  })
})

test('a return to SuccessURL is signed with the first password and is no result call', () => {
  const success = {
    ...result,
    OutSum: '2500.00',
    SignatureValue: '357d453953c689a2611bcd044ac22531eddc467883ce5ed8d708b5c75758ab4b',
  }
  expect(verifySuccess(shop, success)).toMatchObject({ refusal: null, amount_kopecks: 250_000 })
  expect(verifyResult(shop, success)).toEqual({ refusal: 'signature' })
  expect(verifySuccess(shop, result)).toEqual({ refusal: 'signature' })
})

test('two fields folded into one do not pass, though they sign the same', () => {
  const { Shp_kind: _, ...folded } = { ...result, Shp_item: '77:Shp_kind=project' }
  expect(verifyResult(shop, folded)).toEqual({ refusal: 'shop_fields' })
})

test('repeated, foreign and missing fields are refused', () => {
  const twice = new URLSearchParams(result)
  twice.append('OutSum', '1.00')
  expect(verifyResult(shop, twice)).toEqual({ refusal: 'repeated_parameter' })
  expect(verifyResult(shop, { ...result, InvId: ['1001', '7'] })).toEqual({ refusal: 'repeated_parameter' })
  expect(verifyResult(shop, { ...result, shp_other: '1' })).toEqual({ refusal: 'shop_fields' })
  expect(verifyResult(shop, {})).toEqual({ refusal: 'missing_parameter' })
})

// The signatures are correct, computed in Python with the second password. Only the sums are invalid.
test.each([
  ['2500.001', '313ad34d30a84bfd779f27c8770899d147ea358683f8542691cc51052c9fece1'],
  ['2.5e3', '9e787b9f7614dbeea7ea8541e65941f6193abdba51ca1046c1c8cc495593a426'],
  ['-2500.00', '7d2c6031afc9faa3d1807f11da14705af5f183a2903f410cba416386013bf44a'],
  ['+2500.00', '3f1f8a87d141a12bbf6d7f6fafee7252e4ae87b3a6a712b35cd61b696e87b570'],
  [' 2500.00', 'b8cfb724d06e9386f494f40ff8fea76a91c750a5512bd02cad22bf219f27a2bd'],
  ['2500.00 ', '78ceb244decd862e7f824e9926fceb147175029d19231e9c99c5b8f558dfee13'],
  ['2500,00', 'c2bc2ee6a2592230147e5637a260a945ddaf1015522c18924407d0b4e65fd4d2'],
  ['0x9c4', 'd24bcc1e814c183f8351b3192be6399f4d20f7fc737f6227c0c95339e7e4b478'],
  ['02500.00', '0d752e5eb7c58ccc4b0887f20d0cc4592b0665e144dc2b063ac54525abbfa453'],
  ['2500.', 'c3e8ac997feec7ff5b45e81853ff472980d3ab7a900e03474fec638de37dab6b'],
  ['0.00', 'fdf77385fc42321f477302c997755c8bb442f15d44059868e634778087e2ff0b'],
  ['1000000000.00', 'a32085f131e833c7121e3ffc991b55df45cc737e434fc500a94b751295ae8052'],
])('a sum is refused when it is no whole number of kopecks: "%s"', (OutSum, SignatureValue) => {
  expect(verifyResult(shop, { ...result, OutSum, SignatureValue })).toEqual({ refusal: 'sum' })
})

test('no changed call is accepted', () => {
  const names = ['OutSum', 'InvId', 'SignatureValue', 'Shp_item', 'Shp_kind'] as const
  const piece = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom('0', '00', '.0', ' ', '+', '-', ':', 'е', '%30'),
  )
  const change = fc.record({
    name: fc.constantFrom(...names),
    at: fc.nat(70),
    remove: fc.nat(3),
    piece,
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const call = { ...result }
      for (const { name, at, remove, piece } of changes) {
        const [start, end] = [call[name].slice(0, at), call[name].slice(at + remove)]
        call[name] = start + piece + end
      }
      fc.pre(
        call.SignatureValue.toLowerCase() !== resultSignature ||
          names.some((n) => n !== 'SignatureValue' && call[n] !== result[n]),
      )
      expect(verifyResult(shop, call).refusal).not.toBeNull()
    }),
    { numRuns: 10_000 },
  )
})
