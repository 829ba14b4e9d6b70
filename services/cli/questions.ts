import { randomBytes } from 'node:crypto'
import { isTaxId } from '#contract/tax-id.ts'
import { isPublicKey } from '#services/core/config/backup-key.ts'
import { taxSchemes, vatRates } from '#services/core/config/config.ts'

/** A setting for which the command `setup` asks the operator. */
export type Question = {
  name: string
  prompt: string
  /** True if the operator may leave the answer empty. */
  isOptional?: boolean
  /** False if the other answers make this question needless. It is then not asked. */
  isAsked?: (answers: Record<string, string>) => boolean
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
  {
    name: 'BACKUP_S3_BUCKET',
    prompt: 'S3 bucket for backups (empty: a folder)',
    isOptional: true,
    pattern: /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
    advice: 'the name of a bucket, without s3://',
  },
  {
    name: 'BACKUP_FOLDER',
    prompt: 'Folder for backups, best on another disk than Postgres (empty: a volume of Docker beside it)',
    isOptional: true,
    isAsked: ({ BACKUP_S3_BUCKET }) => !BACKUP_S3_BUCKET,
    pattern: /^\/[^:]*[^:/]$/,
    advice: 'a path that starts with / and has no colon',
  },
  {
    name: 'S3_ENDPOINT',
    prompt: 'Address of the S3 service (empty: that of Amazon)',
    isOptional: true,
    isAsked: hasBucket,
    isValid: isWebAddress,
    advice: 'an address such as https://s3.example',
  },
  {
    name: 'S3_REGION',
    prompt: 'Region of the bucket (empty: us-east-1)',
    isOptional: true,
    isAsked: hasBucket,
    pattern: /^[\w-]+$/,
    advice: 'a name such as ru-central1',
  },
  {
    name: 'S3_FORCE_PATH_STYLE',
    prompt: 'Whether the bucket stands in the path of the address (1: most services besides that of Amazon)',
    isOptional: true,
    isAsked: hasBucket,
    choices: ['0', '1'],
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    prompt: 'Id of the access key of the S3 service (empty: the service account of the machine)',
    isOptional: true,
    isAsked: hasBucket,
    pattern: /^\S+$/,
    advice: 'an id without spaces',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    prompt: 'The secret access key itself (empty: the service account of the machine)',
    isOptional: true,
    isSecret: true,
    isAsked: hasBucket,
  },
  {
    name: 'BACKUP_KEY',
    prompt: 'Public key for backups, age1… (empty: backups stay in plain text)',
    isOptional: true,
    isValid: isPublicKey,
    advice:
      'age1 and 58 characters, as age-keygen writes the public key; its last characters prove the others',
  },
  {
    name: 'DEAD_MAN_URL',
    prompt:
      'Address of an outside watch, called each minute while all is well (empty: nobody hears when all is away)',
    isOptional: true,
    isValid: isWebAddress,
    advice: 'an address such as https://hc-ping.com/…',
  },
]

function hasBucket({ BACKUP_S3_BUCKET }: Record<string, string>): boolean {
  return Boolean(BACKUP_S3_BUCKET)
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/** @throws if there is no question of this name */
export function questionOf(name: string): Question {
  const question = questions.find((one) => one.name === name)
  if (!question) throw new Error(`there is no question about ${name}`)
  return question
}

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
