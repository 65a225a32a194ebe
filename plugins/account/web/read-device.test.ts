import { expect, test } from 'vitest'
import { readDevice } from './read-device.ts'

const mozilla = 'Mozilla/5.0'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0'

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, 'Chrome', 'Windows', false],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/152.0.0.0`, 'Edge', 'Windows', false],
  [`${mozilla} (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0`, 'Firefox', 'Linux', false],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'Chrome', 'ChromeOS', false],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
    'Safari',
    'macOS',
    false,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
    true,
  ],
  [
    `${mozilla} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Safari/604.1`,
    'Chrome',
    'iPad',
    true,
  ],
  [`${mozilla} (Linux; Android 16; K) ${blink} Mobile Safari/537.36`, 'Chrome', 'Android', true],
  [
    `${mozilla} (Linux; Android 16; SM-S931B) SamsungBrowser/29.0 ${blink} Safari/537.36`,
    'Samsung Internet',
    'Android',
    true,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.60`,
    'WeChat',
    'iPhone',
    true,
  ],
  [`${mozilla} (Windows NT 10.0) ${blink} Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows', false],
  ['curl/8.16.0', 'curl', undefined, false],
  ['', undefined, undefined, false],
  ['<script>alert(1)</script>', undefined, undefined, false],
])('%s is %s on %s, handheld: %s', (...row) => {
  const [userAgent, browser, system, isHandheld] = row
  expect(readDevice(userAgent)).toEqual({ browser, system, isHandheld })
})
