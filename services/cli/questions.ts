import { randomBytes } from 'node:crypto'
import { taxSchemes, vatRates } from '#services/core/config/config.ts'
import { isTaxId } from '#services/core/config/tax-id.ts'

/** A setting for which the command `setup` asks the operator. */
export type Question = {
  name: string
  prompt: string
  /** True if the operator may leave the answer empty. */
  isOptional?: boolean
  isSecret?: boolean
  choices?: readonly string[]
  pattern?: RegExp
  isValid?: (value: string) => boolean
  /** Text that describes a valid answer. */
  advice?: string
}

export const questions: readonly Question[] = [
  {
    name: 'DOMAIN',
    prompt: 'Public name of the product, which leads to this machine',
    pattern: /^([a-z\d-]+\.)+[a-z\d-]{2,}$/i,
    advice: 'a name such as otklik.example, without https://',
  },
  {
    name: 'BOT_TOKEN',
    prompt: 'Token of the bot (@BotFather, /newbot)',
    isSecret: true,
    pattern: /^\d+:[\w-]+$/,
    advice: 'digits, a colon and letters, as BotFather gives it',
  },
  {
    name: 'MODERATORS_CHAT_ID',
    prompt: 'Id of the group of the moderators, which the bot is in',
    pattern: /^-\d+$/,
    advice: 'a negative number',
  },
  {
    name: 'OPS_CHAT_ID',
    prompt: 'Id of the group that hears of failures, which the bot is in',
    pattern: /^-\d+$/,
    advice: 'a negative number; it may be the same group',
  },
  {
    name: 'ADMIN_TELEGRAM_IDS',
    prompt: 'Telegram ids of the administrators, comma-separated (yours first)',
    pattern: /^\d+(,\d+)*$/,
    advice: 'numbers',
  },
  {
    name: 'ROBOKASSA_MERCHANT',
    prompt: "The shop's name at Robokassa",
    pattern: /^\S+$/,
    advice: 'a name without spaces',
  },
  { name: 'ROBOKASSA_PASSWORD_1', prompt: 'Its password 1', isSecret: true },
  { name: 'ROBOKASSA_PASSWORD_2', prompt: 'Its password 2', isSecret: true },
  {
    name: 'ROBOKASSA_PASSWORD_3',
    prompt: 'Its password 3, for refunds (empty: none)',
    isSecret: true,
    isOptional: true,
  },
  {
    name: 'ROBOKASSA_HASH',
    prompt: 'Hash of its signatures, as set in the shop',
    choices: ['sha256', 'sha384', 'sha512', 'md5', 'sha1', 'ripemd160'],
  },
  { name: 'OPERATOR_NAME', prompt: 'Your full legal name, as the terms will show it' },
  {
    name: 'OPERATOR_TAX_ID',
    prompt: 'Your ИНН',
    isValid: isTaxId,
    advice: 'ten digits of a company or twelve of a person, without a slip',
  },
  { name: 'OPERATOR_ADDRESS', prompt: 'Your address' },
  {
    name: 'OPERATOR_EMAIL',
    prompt: 'Your e-mail',
    pattern: /^\S+@\S+\.\S+$/,
    advice: 'an address such as help@otklik.example',
  },
  {
    name: 'OPERATOR_TAX_SCHEME',
    prompt: 'How you are taxed (npd: you issue receipts yourself, else Robokassa does)',
    choices: taxSchemes,
  },
  { name: 'OPERATOR_VAT', prompt: 'VAT inside the prices', choices: vatRates },
]

/** @returns advice on how to correct an invalid answer; undefined for a valid answer */
export function findMistake(question: Question, value: string): string | undefined {
  const { isOptional, choices, pattern, isValid: isRight, prompt } = question
  const advice = choices ? `one of ${choices.join(', ')}` : (question.advice ?? prompt)
  if (value === '') return isOptional ? undefined : `needed: ${advice}`
  if (choices && !choices.includes(value)) return advice
  return (pattern && !pattern.test(value)) || (isRight && !isRight(value)) ? advice : undefined
}

const randomHex = () => randomBytes(32).toString('hex')
const randomWord = () => randomBytes(24).toString('base64url')

/**
 * Functions that generate the secrets of an installation. The command `setup` does not ask for secrets and keeps
 * existing ones.
 */
export const secretGenerators: Record<string, () => string> = {
  JWT_SECRETS: () =>
    `${new Date().toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}:${randomHex()}`,
  PHONE_KEY: randomHex,
  DEPARTURE_KEY: randomHex,
  BOT_WEBHOOK_SECRET: randomWord,
  POSTGRES_PASSWORD: randomWord,
  POSTGRES_APP_PASSWORD: randomWord,
}
