import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { z } from 'zod'
import type { Paper } from '#contract/calls/paper-shapes.ts'
import { projectRoot } from '#services/core/project-root.ts'

type PaperContent = z.output<typeof Paper>
type Pdf = InstanceType<typeof PDFDocument>

/** PT Serif by ParaType, under the Open Font License: it has the letters of all languages of Russia and the rouble. */
const fonts = path.join(projectRoot, 'node_modules/@expo-google-fonts/pt-serif')
const regular = path.join(fonts, '400Regular/PTSerif_400Regular.ttf')
const bold = path.join(fonts, '700Bold/PTSerif_700Bold.ttf')
/** Tells which characters the font has; the bold one has the same. */
const letters = openSync(regular) as Font

/** Sizes in points, of which 72 make an inch. */
const margin = 64
const textSize = 11
const gap = 14
const columnGap = 32
const signatureHeight = 110

/** Draws a paper as a PDF on A4. @param now time that the file names as that of its creation */
export async function drawPaper(paper: PaperContent, now: Date): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'ru-RU',
    font: regular,
    info: {
      Title: `${paper.title} ${paper.subtitle}`,
      CreationDate: now,
      Producer: 'Отклик',
      Creator: 'Отклик',
    },
  })
  const bytes = buffer(pdf)
  drawHead(pdf, paper)
  write(pdf, paper.intro)
  if (paper.rows.length > 0) drawTable(pdf, paper)
  for (const clause of paper.clauses) write(pdf, clause)
  drawSignatures(pdf, paper.sides)
  drawLaw(pdf, paper.law)
  pdf.end()
  return bytes
}

/** Leaves out characters that the font cannot draw, such as emoji: their empty boxes would look like a damaged file. */
function drawable(text: string): string {
  return [...text]
    .map((character) => (/[^\S\n]/.test(character) && character !== '\u00a0' ? ' ' : character))
    .filter((character) => character === '\n' || letters.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    .join('')
}

function write(pdf: Pdf, text: string): void {
  pdf.font(regular, textSize).text(drawable(text), { lineGap: 3 })
  pdf.y += gap
}

function drawHead(pdf: Pdf, { title, subtitle, date }: PaperContent): void {
  pdf.font(bold, 14).text(title, { align: 'center' })
  pdf.font(bold, 12).text(subtitle, { align: 'center' })
  pdf.y += gap
  pdf.font(regular, textSize).text(date, { align: 'right' })
  pdf.y += gap
}

function drawTable(pdf: Pdf, { rows, work_head, sum_head, total_head }: PaperContent): void {
  const sumWidth = 130
  const total = rows.map(({ sum }) => sum ?? '').join('')
  const right = { align: { x: 'right' } } as const
  pdf.font(regular, textSize).table({
    columnStyles: ['*', sumWidth],
    defaultStyle: { padding: 6, borderColor: '#555' },
    data: [
      [head(work_head), { ...head(sum_head), ...right }],
      ...rows.map(({ work, sum }) => [drawable(work), { text: sum ?? '', ...right }]),
      [head(total_head), { ...head(total), ...right }],
    ],
  })
  pdf.x = margin
  pdf.y += gap
}

const head = (text: string) => ({ text, font: { src: bold, size: textSize } })

/** Draws both sides beside each other, each with a line to sign on. A side without a name gets a line for it as well. */
function drawSignatures(pdf: Pdf, sides: PaperContent['sides']): void {
  if (pdf.y + signatureHeight > pdf.page.height - margin) pdf.addPage()
  const top = pdf.y + gap
  const width = (pdf.page.width - 2 * margin - columnGap) / 2
  for (const [at, { role, name, tax_number }] of sides.entries()) {
    const x = margin + at * (width + columnGap)
    pdf.font(bold, textSize).text(role, x, top, { width })
    pdf.font(regular, textSize)
    if (name === null) {
      pdf.y += 18
      drawLine(pdf, x, width)
    } else pdf.text(drawable(name), { width })
    if (tax_number !== null) pdf.text(`ИНН\u00a0${tax_number}`, { width })
  }
  pdf.y = top + signatureHeight - 30
  const lineTop = pdf.y
  for (const at of sides.keys()) {
    pdf.y = lineTop
    drawLine(pdf, margin + at * (width + columnGap), width)
    pdf
      .font(regular, 8)
      .text('подпись', margin + at * (width + columnGap), lineTop + 3, { width, align: 'center' })
  }
}

function drawLine(pdf: Pdf, x: number, width: number): void {
  pdf
    .moveTo(x, pdf.y)
    .lineTo(x + width, pdf.y)
    .lineWidth(0.5)
    .stroke()
}

/** Writes the sentence about law at the foot of every page. */
function drawLaw(pdf: Pdf, law: string): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0
    pdf
      .font(regular, 8)
      .fillColor('#555')
      .text(law, margin, pdf.page.height - margin + 16, {
        width: pdf.page.width - 2 * margin,
        align: 'center',
        lineBreak: false,
      })
  }
}
