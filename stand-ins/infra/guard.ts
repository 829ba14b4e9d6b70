import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Starts a shell that outlives this process. The standard input of the shell closes when this process ends for any
 * reason. The shell then kills all registered process groups, so even SIGKILL of the launcher leaves no processes.
 */
const script = `
groups=""
while read -r act group signal; do
  case "$act" in
    add) groups="$groups $group:$signal" ;;
    drop) kept=""; for one in $groups; do [ "\${one%%:*}" = "$group" ] || kept="$kept $one"; done; groups="$kept" ;;
  esac
done
[ -z "$groups" ] && exit 0
for one in $groups; do kill -s "\${one##*:}" -- "-\${one%%:*}" 2>/dev/null; done
sleep 3
for one in $groups; do kill -s KILL -- "-\${one%%:*}" 2>/dev/null; done
exit 0
`

let guard: ChildProcess | undefined

/** Kills the process group with `signal`, and then with SIGKILL, if this process ends. */
export function watch(group: number, signal: NodeJS.Signals): void {
  send(`add ${group} ${signal.replace('SIG', '')}`)
}

/** Unregisters a process group that has ended, because its number may be reused. */
export function unwatch(group: number): void {
  send(`drop ${group}`)
}

function send(line: string): void {
  guard ??= startGuard()
  guard.stdin?.write(`${line}\n`)
}

function startGuard(): ChildProcess {
  const shell = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Errors of the guard are ignored, because the guard only matters after a crash of the launcher.
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  const pipe = shell.stdin as typeof shell.stdin & { unref?: () => void }
  pipe.unref?.()
  return shell
}
