/** Phrases by which notifications are known. Texts are in lower case, and cut to a length before. */

export const bounceSubjects =
  /undeliver|delivery (?:status notification|notification|failure|failed|report|problem|has failed|error)|mail delivery|returned mail|returned to sender|return(?:ing|ed) message|failure (?:notice|delivery)|failure notification|delivery failure|delivery[^.]{0,20}fail|fail(?:ed|ure)[^.]{0,12}(?:mail|deliver)|could(?:n't| not) be delivered|not (?:be )?delivered|non[- ]?delivery|non remis|mail (?:system )?error|mail failed|permanent delivery|unzustellbar|nicht zustellbar|no se (?:ha podido|pudo) entregar|nicht zugestellt|退信|无法投递|投递失败|配信|automatically rejected mail|user unknown|processing error|mail could not|message delivery/

// bounded: a text has at most 32,000 characters, and every repetition has a bound.
export const bounceTexts =
  /could(?:n't| not) be delivered|cannot be delivered|can't be delivered|was not delivered|not be delivered|wasn't delivered|undeliver(?:able|ed)|delivery (?:to the following|has failed|failed)|failed (?:recipient|address|permanently)|following (?:address(?:\(?es\)?)?|recipient|user|destination)|failed to deliver|delivery attempt|permanent(?:ly)? (?:error|fail)|unable to deliver|returned (?:to sender|because|mail)|message was rejected|automatically rejected|not able to deliver|wasn't able to deliver|below is the reason|(?:host|server) (?:said|replied|returned)|did not reach|could not reach|no such user|user unknown|unknown (?:user|recipient)|mailbox (?:is )?(?:full|unavailable)|undeliverable|transcript of session|entregad|zugestellt|投递/

export const daemons =
  /^(?:mailer-?daemon|mail-?daemon|postmaster|mailer|mail-?delivery|mdaemon|mail\.?deamon|mdeamon|bounces?|maildelivery|microsoftexchange[0-9a-f]{0,40}|noreply-mail-delivery|root|daemon|mailerdaemon|system|smtp)\b/

export const autoReplySubjects =
  /^(?:(?:re|aw|fwd?):\s{0,3})?(?:\[?auto(?:matic|mated)?[- ]?(?:reply|response|answer|antwort)|autoreply|auto response|automatisch|out of (?:the )?office|ooo\b|away from|on vacation|vacation|abwesen|réponse automatique|reponse automatique|respuesta autom|risposta automatica|automatische antwoord|i am (?:currently )?(?:out|away)|自动回复|自動回覆|不在)|out of office|automatyczna|autorespon|is out of the office|thank you for (?:your|contacting)/

export const delaySubjects =
  /\bdelay(?:ed)?\b|still being retried|delivery warning|^warning: (?:message|could not send)|not yet been delivered|verzögert|warteschlange|延迟/

// bounded: a text has at most 32,000 characters, and every repetition has a bound.
export const delayTexts =
  /this is (?:a|just a) warning|do not need to (?:resend|take any action)|has been (?:delayed|postponed)|not yet been delivered|still (?:being retried|trying|awaiting delivery)|(?:will (?:continue|keep)|continue) (?:to )?(?:attempt|try)|no action is required on your part|warning message only|will be retried|has not yet been delivered|attempts will continue|will be made for \d{1,3}/

/** Where the returned message begins. */
// bounded: a text has at most 32,000 characters, and every repetition has a bound.
export const returnedMessage =
  /\n[ >]{0,4}(?:-{2,80}[^\n]{0,30}(?:below this line|original message|returned message|this is a copy|copy of (?:the|your) message|message (?:follows|header|text|headers)|forwarded message|unsent message|returned mail)[^\n]{0,80}|-{2,80}[^\n]{0,10}(?:a )?copy of[^\n]{0,60}|received: [^\n]{0,200}|message headers? follow[^\n]{0,20}|original message (?:follows|headers)[^\n]{0,40}|old message:|(?:a )?copy of the original message[^\n]{0,40}|return-path:[^\n]{0,200})/i
