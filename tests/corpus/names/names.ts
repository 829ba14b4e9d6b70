import { readTexts } from '../texts.ts'

/** Names that look like those of staff, of the product or a contact; and names of honest people and companies. */
export const falseNames = readTexts('names/false.txt')
export const honestNames = readTexts('names/honest.txt')
