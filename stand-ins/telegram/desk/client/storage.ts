import { desk } from '../model/desk.ts'
import { type Data, sendAnswer } from './wire.ts'

const limits = {
  device: { bytes: 5 * 1024 * 1024, items: Number.POSITIVE_INFINITY },
  secure: { bytes: 5 * 1024 * 1024, items: 10 },
}

/** A person's device storage or secure storage for mini-apps, kept in this browser. */
export function storageMethods(kind: 'device' | 'secure') {
  const storageKey = () => `desk.${kind}-storage.${desk.get().user_id}`
  const readValues = () => JSON.parse(localStorage.getItem(storageKey()) ?? '{}') as Record<string, string>
  const writeValues = (values: Record<string, string>) =>
    localStorage.setItem(storageKey(), JSON.stringify(values))
  const name = `${kind}_storage`
  return {
    [`web_app_${name}_save_key`]: ({ req_id, key, value }: Data) => {
      const values = readValues()
      if (typeof value === 'string') values[String(key)] = value
      else delete values[String(key)]
      const isOverQuota =
        Object.keys(values).length > limits[kind].items || JSON.stringify(values).length > limits[kind].bytes
      if (isOverQuota) return sendAnswer(`${name}_failed`, { req_id, error: 'QUOTA_EXCEEDED' })
      writeValues(values)
      sendAnswer(`${name}_key_saved`, { req_id })
    },
    [`web_app_${name}_get_key`]: ({ req_id, key }: Data) => {
      sendAnswer(`${name}_key_received`, { req_id, value: readValues()[String(key)] ?? null })
    },
    [`web_app_${name}_restore_key`]: ({ req_id }: Data) => {
      sendAnswer(`${name}_failed`, { req_id, error: 'RESTORE_UNAVAILABLE' })
    },
    [`web_app_${name}_clear`]: ({ req_id }: Data) => {
      writeValues({})
      sendAnswer(`${name}_cleared`, { req_id })
    },
  }
}
