import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { z } from 'zod'
import type { Paper } from '#contract/calls/paper-shapes.ts'
import { projectRoot } from '#services/core/project-root.ts'

type PaperContent = z.output<typeof Paper>
type Pdf = InstanceType<typeof PDFDocument>

/**
 * PT Serif by ParaType, under the Open Font License: it has the letters of all languages of Russia and the rouble. Texts
 * contain only characters of `contract/paper-letters.ts`, because it would draw an empty box for others.
 */
const fonts = path.join(projectRoot, 'node_modules/@expo-google-fonts/pt-serif')
const regular = path.join(fonts, '400Regular/PTSerif_400Regular.ttf')
const bold = path.join(fonts, '700Bold/PTSerif_700Bold.ttf')

/** Sizes in points, of which 72 make an inch. */
const margin = 64
const textSize = 11
const gap = 14
const columnGap = 32
const sumWidth = 150
const padding = 6
const lineGap = 3
/** Space for the hand that signs, and for the word below the line. */
const signatureSpace = 36
const signatureFoot = 20

/** Draws a paper as a PDF on A4. @param now time that the file names as that of its creation */
export async function drawPaper(paper: PaperContent, now: Date): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    displayTitle: true,
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
  drawFeet(pdf, paper.law)
  pdf.end()
  return bytes
}

function write(pdf: Pdf, text: string): void {
  pdf.font(regular, textSize).text(text, { lineGap })
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
  const total = rows.map(({ sum }) => sum ?? '').join('')
  const right = { align: { x: 'right' } } as const
  pdf.font(regular, textSize)
  startPageFor(pdf, tableHeight(pdf, rows))
  pdf.table({
    columnStyles: ['*', sumWidth],
    defaultStyle: { padding, borderColor: '#555' },
    data: [
      [head(work_head), { ...head(sum_head), ...right }],
      ...rows.map(({ work, sum }) => [work, { text: sum ?? '', ...right }]),
      [head(total_head), { ...head(total), ...right }],
    ],
  })
  pdf.x = margin
  pdf.y += gap
}

const head = (text: string) => ({ text, font: { src: bold, size: textSize } })

const pageWidth = (pdf: Pdf) => pdf.page.width - 2 * margin

/** Height of the table with its first and last line, so that a row is not parted from its head by the end of a page. */
function tableHeight(pdf: Pdf, rows: PaperContent['rows']): number {
  const width = pageWidth(pdf) - sumWidth - 2 * padding
  const heights = ['', ...rows.map(({ work }) => work), ''].map(
    (text) => pdf.heightOfString(text || ' ', { width }) + 2 * padding,
  )
  return heights.reduce((sum, height) => sum + height, 0)
}

/** Starts a new page if less than `height` is left on this one. */
function startPageFor(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
}

/** Draws both sides beside each other, each with a line to sign on. A side without a name gets a line for it as well. */
function drawSignatures(pdf: Pdf, sides: PaperContent['sides']): void {
  const width = (pageWidth(pdf) - columnGap) / 2
  const blocks = sides.map(({ role, name, tax_line }) => ({
    role,
    lines: [name ?? '\n', tax_line].filter(Boolean).join('\n'),
    isBlank: name === null,
  }))
  pdf.font(bold, textSize)
  const roleHeight = pdf.currentLineHeight(true)
  pdf.font(regular, textSize)
  const linesHeight = Math.max(...blocks.map(({ lines }) => pdf.heightOfString(lines, { width })))
  const height = gap + roleHeight + linesHeight + signatureSpace
  startPageFor(pdf, height + signatureFoot)
  const top = pdf.y + gap
  const lineTop = pdf.y + height
  for (const [at, { role, lines, isBlank }] of blocks.entries()) {
    const x = margin + at * (width + columnGap)
    pdf.font(bold, textSize).text(role, x, top, { width })
    pdf.font(regular, textSize).text(lines, x, top + roleHeight, { width })
    if (isBlank) drawLine(pdf, x, top + roleHeight + 18, width)
    drawLine(pdf, x, lineTop, width)
    pdf.font(regular, 8).text('подпись', x, lineTop + 3, { width, align: 'center' })
  }
}

function drawLine(pdf: Pdf, x: number, y: number, width: number): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .stroke()
}

/** Writes the sentence about law at the foot of every page, and the number of the page if there are several. */
function drawFeet(pdf: Pdf, law: string): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0
    const top = pdf.page.height - margin + 16
    const style = { width: pageWidth(pdf), align: 'center', lineBreak: false } as const
    pdf.font(regular, 8).fillColor('#555').text(law, margin, top, style)
    if (count > 1) pdf.text(`Страница ${page + 1} из ${count}`, margin, top + 12, style)
  }
}
