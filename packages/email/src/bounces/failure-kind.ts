/**
 * - `hard`: the address doesn't work, and won't.
 * - `soft`: it may work again, such as a full mailbox, or nothing says that it doesn't.
 * - `policy`: the server refuses this sender or this message, and says nothing about the address.
 */
export type FailureKind = 'hard' | 'soft' | 'policy'

/** What a server said about a failure. */
export interface Failure {
  /** An enhanced status code (RFC 3463) such as `5.1.1`, or an empty text. */
  readonly status: string
  /** The reply of a server, or the text of the notification. */
  readonly text: string
}

/** Characters of a text that are looked at. */
const longestText = 8_000

/** Decides the kind of a failure. The words of a reply count before a code that can mean anything. */
export function failureKind(failure: Failure): FailureKind {
  return statedKind(failure) ?? 'soft'
}

/** The kind that a text or code states; undefined where it says nothing. */
export function statedKind({ status, text }: Failure): FailureKind | undefined {
  const words = plainWords(text)
  const code = status === '' ? (enhancedCode(words) ?? '') : status
  const stated = isVague(code) ? (enhancedCode(words) ?? code) : code
  if (unknownByDenial(stated, words)) return 'hard'
  if (policyWords.test(words)) return 'policy'
  return (
    kindOfFull(words) ?? kindOfStatus(stated) ?? kindOfWords(words) ?? kindOfStatusClass(stated) ?? kindOfReply(words)
  )
}

/** Addresses, links and host names may have any word in them. */
function plainWords(text: string): string {
  return text
    .slice(0, longestText)
    .replaceAll(/[^\s<>@]{1,200}@[^\s<>@]{1,260}/g, ' ')
    .replaceAll(/https?:\S{1,500}/gi, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .toLowerCase()
}

/** The first code that says more than its class, otherwise the first one. */
function enhancedCode(words: string): string | undefined {
  const codes = [...words.matchAll(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/g)].slice(0, 20).map(([code]) => code)
  return codes.find((code) => !isVague(code)) ?? codes[0]
}

/** Codes that servers use for every reason. */
function isVague(code: string): boolean {
  return code === '' || /^5\.(?:0\.\d+|1\.0|2\.0|3\.0|4\.0|5\.\d+)$/.test(code)
}

/** Exchange Online says so of recipients that don't exist. */
function unknownByDenial(code: string, words: string): boolean {
  return code === '5.4.1' && words.includes('recipient address rejected')
}

// bounded: a text has at most 8,000 characters, and no repetition within it is open.
const policyWords =
  /\b(?:spam|spamming|unsolicited|blacklist(?:ed)?|black-list(?:ed)?|block ?list(?:ed)?|blocklisted|denylist(?:ed)?|dnsbl|rbl|spamhaus|spamcop|barracuda|reputation|dmarc|dkim|spf|virus(?:es)?|malware|phishing|policy|policies|banned|unauthenticated|not authenticated|authentication required|bulk mail|content filter|prohibited|poor sender|(?<!not )listed (?:in|by|at|on)|relay(?:ing)? (?:access )?denied|relaying (?:is )?not|unable to relay|not (?:permitted|allowed) to relay|open relay|no reverse dns|reverse dns|ptr record|sender (?:address )?(?:rejected|denied|refused|blocked)|message (?:content )?(?:rejected|refused|blocked)|has been blocked|is blocked|was blocked|been blocked|blocked (?:by|using|for|due)|client host (?:rejected|blocked)|access denied|you are not allowed|not authorized|unauthorized|sender is not|not accepting mail|accepting mail with|not allowed to send|requires confirmation|whitelist|does not accept mail from|tls (?:is )?required|too many spam|suspicious|objectionable|violates|violation of|legal reasons)\b/

const rateWords =
  /\b(?:rate limit|receiving mail (?:too|at a rate)|too many (?:messages|connections|emails|recipients)|throttl(?:ed|ing)|try again later|not found, try again|(?:not |un)reachable|queue period|exceeded (?:its|the|his) (?:rate|hourly|daily))\b/

function kindOfFull(words: string): FailureKind | undefined {
  return rateWords.test(words) || fullWords.test(words) ? 'soft' : undefined
}

/** By a code that has one meaning. */
function kindOfStatus(code: string): FailureKind | undefined {
  if (isVague(code)) return undefined
  if (/^[45]\.7\./.test(code)) return 'policy'
  if (code.startsWith('4.')) return 'soft'
  if (/^5\.1\.(?:7|8)$/.test(code)) return 'policy'
  if (/^5\.1\.9$/.test(code)) return 'soft'
  if (/^5\.1\.|^5\.2\.1$|^5\.4\.4$|^5\.4\.310$/.test(code)) return 'hard'
  if (/^5\.2\.|^5\.3\.|^5\.4\.(?:6|7|14|316)$/.test(code)) return 'soft'
  if (code.startsWith('5.6.')) return 'policy'
  return undefined
}

// bounded: a text has at most 8,000 characters, and every repetition has a bound.
const fullWords =
  /\b(?:quota|mailbox (?:is |was )?(?:full|too large|size)|mailfolder is full|full mailbox|over ?quota|overquota|over (?:the )?(?:storage|limit)|(?:exceed(?:s|ed|ing)?|over) (?:the |its |their |his |maximum |max |mailbox |storage |allowed |disk |incoming |inbound |message |fixed |size ){0,6}(?:quota|limit|size|storage|space|delivery)|insufficient (?:system )?(?:storage|disk)|not enough (?:disk|storage|space)|disk full|out of (?:disk )?space|no space left|message (?:is |was )?(?:too (?:large|big|long)|size)|size limit|too large|mailbox full|account is full|inbox is full|storage allocation|box full|too big|too many messages on)\b/

// bounded: a text has at most 8,000 characters, and every repetition has a bound.
const unknownWords =
  /\b(?:user (?:is )?(?:unknown|not found|doesn'?t exist|does not exist|not known|invalid|disabled|suspended|account is disabled)|unknown (?:or illegal )?(?:user|recipient|address|local|mailbox|alias|account|host|domain)|unknown user|(?:no|not a) (?:such|valid) (?:user|recipient|mailbox|address|account|person|domain|host|local|alias|name)|no such|no (?:mailbox|user|account) (?:here|by|with|found)|no mailbox|no valid recipients?|(?:addressee|recipient|mailbox|address|account|alias|domain|host|name|user'?s? mailbox|email address) (?:you (?:tried to reach|entered) )?(?:is |was |has been |are |address |name )?(?:unknown|unavailable|not found|not exist|does not exist|doesn'?t exist|could not be found|couldn'?t be found|can(?:'?t|not) be found|wasn'?t found|invalid|not valid|disabled|deactivated|inactive|discontinued|closed|suspended|terminated|expired|not known|not listed|rejected|no longer (?:valid|active|available|in use|exists?)|not active)|invalid (?:recipient|mailbox|address|user)|(?:is|are) (?:not|no longer) (?:a (?:known|valid) (?:user|address|recipient|mailbox)|listed|known|valid|with us|active)|does ?n[o']t (?:have|like) (?:a|an|recipient)[^.]{0,40}|bad (?:destination )?(?:mailbox|address|recipient)|not listed in|did not (?:exactly )?match|invalid (?:final )?(?:delivery )?user ?id|not a known user|host (?:or domain name )?(?:not found|unknown|name lookup failure)|name or service not known|does not exist|doesn'?t exist|(?:wrong or )?no longer valid|unrout(?:e)?able|couldn'?t find any host|could not find a gateway|domain (?:name )?(?:does not exist|not found|doesn'?t exist)|no mx|nxdomain|illegal (?:user|alias)|mailbox (?:unavailable|disabled)|(?:account|mailbox) (?:has been |is |was )?(?:disabled|suspended|discontinued|closed|deleted)|(?:disabled|discontinued) (?:or|and)|dead letter|not our customer|left the company|no longer (?:with|employed|works)|not collected|not been collected|fails to locate|locate[^.]{0,40}alias|not known here|utilisateur (?:inconnu|non)|destinataire inconnu|unbekannt|unknown\b|verify that the recipient address|usuario (?:desconocido|no existe)|usu[aá]rio (?:desconhecido|inexistente)|not a (?:valid|registered)|address(?:ee)? (?:unknown|error)|recipient not (?:found|ok)|nomailbox|recipnotfound|recipientnotfound|recipient_not_found)/

const passingWords =
  /\b(?:time(?:d)? ?out|temporar(?:y|ily)|connection (?:refused|timed out|was refused|dropped|reset|lost)|unable to (?:connect|establish|deliver)|can(?:'?t|not) connect|couldn'?t connect|wasn'?t able to establish|not responding|expired|too many hops|hop count|loop(?:ing|ed|s)?|maximum delivery attempts|delivery attempts|attempts|retry|retries|deferred|try again|greylist(?:ed|ing)?|graylist(?:ed|ing)?|service (?:unavailable|not available)|busy|network|host is down|no route|unreachable|server error|i\/o error|undergoing|maintenance|resources)\b/

function kindOfWords(words: string): FailureKind | undefined {
  if (unknownWords.test(words)) return 'hard'
  if (passingWords.test(words)) return 'soft'
  return undefined
}

function kindOfStatusClass(code: string): FailureKind | undefined {
  if (code.startsWith('5.1.')) return 'hard'
  return /^5\.[234]\./.test(code) || code.startsWith('4.') ? 'soft' : undefined
}

/** By the first reply of three digits. */
function kindOfReply(words: string): FailureKind | undefined {
  const code = /(?<![\d.:[-])(?:4\d\d|5[0-7]\d)(?=[ -])/.exec(words)?.[0]
  if (code === undefined) return undefined
  return ['550', '551', '553'].includes(code) ? 'hard' : 'soft'
}
