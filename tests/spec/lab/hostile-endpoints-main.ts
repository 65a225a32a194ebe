/** The servers behind hostile webhook endpoints, in a process of their own so that their work is not the host's. */
import { hostile, startHostileLab, type SiteAnswer } from '@host/testing/hostile-lab'

const mebibyte = 1024 * 1024
const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'
const manyHeaders = (count: number, size: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-wide-${at}`, 'h'.repeat(size)]))

/** Answers that end by themselves or at the limit of an answer. */
const quick: readonly SiteAnswer[] = [
  hostile.text('eyJ-'.repeat(4 * 1024)),
  hostile.text('eyJ.'.repeat(4 * 1024)),
  hostile.text(`token ${webToken} `.repeat(200)),
  hostile.text('authorization:"'.repeat(1024)),
  hostile.text('\\"'.repeat(8 * 1024)),
  hostile.text('ok', manyHeaders(10, 1_000)),
  hostile.text('ok', manyHeaders(200, 4_000)),
  hostile.text('ok', { 'x-echo': webToken, 'set-cookie': 'sid=12345' }),
  (_request, response) => void response.writeHead(200).end(Buffer.alloc(16 * 1024, 0xff)),
  (_request, response) => void response.writeHead(200).end(Buffer.alloc(16 * 1024)),
  hostile.redirect('/elsewhere'),
  hostile.redirect('http://127.0.0.1:1/', 307),
  hostile.endless(),
  hostile.crumbs(100_000),
  hostile.bomb('gzip', 64 * mebibyte),
  hostile.bomb('br', 64 * mebibyte),
  hostile.layers(['gzip', 'deflate', 'br'], 'deep'),
  hostile.bomb('deflate', 64 * mebibyte),
  hostile.raw('not HTTP at all\r\n\r\n'),
  hostile.raw(`HTTP/1.1 200 OK\r\nx-endless: ${'h'.repeat(mebibyte)}`),
]

/** Answers that end with the time limit of a request. */
const slow: readonly SiteAnswer[] = [hostile.trickle(5), hostile.claim(mebibyte)]

const lab = await startHostileLab()
const urls = [...quick, ...slow].map((answer, at) => lab.site.at(`/${at}`, answer))
process.send?.({ quick: urls.slice(0, quick.length), slow: urls.slice(quick.length) })
process.on('disconnect', () => process.exit())
