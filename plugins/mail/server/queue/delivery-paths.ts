/** Paths of the API whose answers tell how far a delivery is. */
export const deliveryPaths = Object.freeze(['/api/emails', '/api/x/mail/outgoing'])
