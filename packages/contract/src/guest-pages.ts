/** The app's pages for links to people without an account, in mails, copied links and the app itself. */
export const guestAnswerPage = (token: string, feedbackId: string) => `/guest-answer/${token}/${feedbackId}`
export const guestReceiptPage = (token: string, feedbackId: string) => `/guest-answer-confirmation/${token}/${feedbackId}`
export const coffeePage = (token: string) => `/coffee/${token}`
export const managerPage = (token: string) => `/hierarchical-list/${token}`
