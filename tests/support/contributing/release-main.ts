import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#tests/house/imports.ts'
import { makeRelease, NotReleasable, notesOf, planRelease, readRepository } from './release.ts'

/**
 * `npm run release -- 1.2.3`: checks the project, writes the version and the changelog, commits and sets the tag.
 * Nothing is pushed. `--dry-run` only says what would be done; `--notes 1.2.3` prints what CHANGELOG.md says of a
 * release.
 */
const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, notes: { type: 'string' } },
  allowPositionals: true,
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

try {
  if (values.notes === undefined) release()
  else print(notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), values.notes.replace(/^v/, '')))
} catch (error) {
  if (!(error instanceof NotReleasable)) throw error
  process.stderr.write(`No release: ${error.message}\n`)
  process.exitCode = 1
}

function release(): void {
  const plan = planRelease(readRepository(root), positionals[0])
  if (values['dry-run']) {
    print(
      `${plan.tag} would be released${plan.writesFiles ? '' : ' from this commit as it is'}:\n\n${plan.notes}`,
    )
    return
  }
  const check = spawnSync('npm', ['run', 'check'], { cwd: root, stdio: 'inherit' })
  if (check.status !== 0) throw new NotReleasable('npm run check fails, see above.')
  makeRelease(root, plan)
  print(`${plan.tag} is set. Whoever may publish it: git push origin main ${plan.tag}`)
}
