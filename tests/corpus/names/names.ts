import { readTexts } from '../texts.ts'

/** Names that others must not read as staff, as the product, or as a contact; and those of honest people and firms. */
export const falseNames = readTexts('names/false.txt')
export const honestNames = readTexts('names/honest.txt')
