import type { Row } from './expectations.ts'

/** Calls of which access alone does not say everything. */
export const rows: Record<string, Row> = {
}
