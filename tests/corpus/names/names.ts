import { readTexts } from '../texts.ts'

/** Names that could pass as staff, as the product or as a contact; and names of honest people and companies. */
export const falseNames = readTexts('names/false.txt')
export const honestNames = readTexts('names/honest.txt')
