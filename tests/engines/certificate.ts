import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Makes a self-signed TLS certificate for these host names, valid for two days. */
export async function makeCertificate(hosts: string[]): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-tls-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${hosts[0]}`]
  try {
    await promisify(execFile)('openssl', [
      ...kind,
      ...['-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert],
    ])
    return { key: await readFile(key), cert: await readFile(cert) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
