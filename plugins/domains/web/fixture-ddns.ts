import type { DdnsToken, NewDdnsToken } from '../shared.ts'
import { hoursAgo } from './fixture.ts'

/** A token that was never used. */
export const ddnsToken: DdnsToken = {
  id: 'ddns_1',
  name: 'Router at home',
  hint: 'dyn_mfrg',
  zoneId: 'zone_1',
  zone: 'bücher.example',
  names: [
    { name: 'home.xn--bcher-kva.example', shownName: 'home.bücher.example' },
    { name: 'nas.xn--bcher-kva.example', shownName: 'nas.bücher.example' },
    { name: 'cam.xn--bcher-kva.example', shownName: 'cam.bücher.example' },
  ],
  types: ['A', 'AAAA'],
  createdAt: hoursAgo(40),
  lastUsedAt: null,
  lastAddress: null,
  lastAnswer: null,
  lastProblem: null,
}

/** Tokens with all kinds of last updates. */
export const ddnsTokens: readonly DdnsToken[] = [
  { ...ddnsToken, lastUsedAt: hoursAgo(1), lastAddress: '198.51.100.7, 2001:db8:1:2::10', lastAnswer: 'good' },
  {
    ...ddnsToken,
    id: 'ddns_2',
    name: 'Office',
    hint: 'dyn_o5uw',
    names: [{ name: 'office.acme.example', shownName: 'office.acme.example' }],
    types: ['AAAA'],
    lastUsedAt: hoursAgo(3),
    lastAddress: '2001:db8:9:2::/64',
    lastAnswer: 'dnserr',
    lastProblem: 'host_part',
  },
  { ...ddnsToken, id: 'ddns_3', name: 'Weather station', hint: 'dyn_wk43' },
]

/** A token as it is created. */
export const newDdnsToken: NewDdnsToken = { ...ddnsToken, token: 'dyn_mfrggzdfmztwq2lknnwg23tpobyx' }
