/** Mail programs and clients for the tests of other packages. */
export { textHeader } from '../smtp/testing/proxy-headers.ts'
export { RawClient } from '../smtp/testing/raw-client.ts'
export { missingTools } from './debian-tools.ts'
export { Postfix } from './postfix.ts'
/** Messages of other systems, for tests of their readers. */
export { deliveryReport, feedbackReport, plainNotice } from '../bounces/testing/notices.ts'
export { dmarcRecord, dmarcXml, tlsJson, zipOf } from '../reports/testing/sample-reports.ts'
/** An independent implementation of DKIM. */
export { missingDkimpy, verifyByDkimpy } from '../compose/testing/dkimpy.ts'
export { signingKeys } from '../compose/testing/signing-keys.ts'
