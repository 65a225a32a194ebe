import { join } from 'node:path'
import type { PeerZone } from './peer-server.ts'

export interface PeerSetup {
  readonly configuration: string
  readonly command: readonly string[]
}

interface PeerPlace extends PeerZone {
  readonly folder: string
  readonly port: number
}

export function bindSetup(place: PeerPlace): PeerSetup {
  const { key, folder, port } = place
  const configuration = `
options {
  directory "${folder}"; pid-file none; session-keyfile none; lock-file none;
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; notify no; minimal-responses yes;
};
controls { };
key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };
${bindZone(place)}
`
  return { configuration, command: ['named', '-g', '-4', '-n', '1', '-c', join(folder, 'server.conf')] }
}

function bindZone({ zone, key, refusesTransfers = false, primaryPort }: PeerPlace): string {
  if (primaryPort !== undefined) {
    return `zone "${zone}" {
  type secondary; file "zone.db"; masterfile-format text;
  primaries port ${primaryPort} { 127.0.0.1 key "${key.name}"; };
};`
  }
  return `zone "${zone}" {
  type primary; file "zone.db"; check-names ignore;
  allow-update { key "${key.name}"; }; allow-transfer { ${refusesTransfers ? 'none' : `key "${key.name}"`}; };
};`
}

export function knotSetup(place: PeerPlace): PeerSetup {
  const { zone, key, folder, port, refusesTransfers = false, primaryPort } = place
  const configuration = `
server:
  rundir: "${folder}"
  listen: 127.0.0.1@${port}
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
control:
  listen: "${folder}/knot.sock"
database:
  storage: "${folder}"
  journal-db-max-size: 64M
log:
  - target: stderr
    any: info
key:
  - id: ${key.name}
    algorithm: ${key.algorithm}
    secret: ${key.secret}
remote:
  - id: primary
    address: 127.0.0.1@${primaryPort ?? port}
    key: ${key.name}
acl:
  - id: owner
    key: ${key.name}
    action: ${refusesTransfers ? 'update' : '[update, transfer]'}
  - id: notify
    address: 127.0.0.1
    action: notify
zone:
  - domain: ${zone}
    storage: "${folder}"
    file: zone.db
    acl: [owner, notify]
${primaryPort === undefined ? '' : '    master: primary'}
`
  return { configuration, command: ['knotd', '-c', join(folder, 'server.conf')] }
}
