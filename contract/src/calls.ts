// Every call of the service, by its operation name.
export {
  changeProfile,
  chooseLetters,
  confirmEmailChange,
  deleteAccount,
  exportAccount,
  getAccount,
  getDraftKeys,
  getPicture,
  putPicture,
  removePicture,
  requestEmailChange,
} from './account.ts';
export { listActivity } from './activity.ts';
export {
  beginCardChange,
  cancelPlan,
  changePlan,
  completeCardChange,
  getBilling,
  previewPlanChange,
  renewPlan,
  resumePlan,
} from './billing.ts';
export { answerCheckIn, answerYearly, chooseCheckIn, getCheckIn, sendWantedCode } from './check-in.ts';
export { editVault } from './edit-vault.ts';
export { addExecutor, confirmExecutor, correctExecutor, listExecutors, reissueCode } from './executors.ts';
export { copyFile } from './file-copies.ts';
export { downloadFile, listFiles, putUpload, requestUpload } from './files.ts';
export {
  changeDelivery,
  confirmRecipientKnows,
  correctRecipient,
  stopCorrection,
  stopCorrectionOfVault,
} from './follow-up.ts';
export { listDevLetters } from './letters.ts';
export { closeLink, remindRecipient } from './link-choices.ts';
export { finishFirstVisit, getFirstVisit, loginCallback } from './openid.ts';
export { agreeToMove, showOwnerChange, undoOwnerChange } from './owner-changes.ts';
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
export { completePayment, createPaymentIntent, createSubscription, paymentWebhook } from './payments.ts';
export { listPlans, showPlaces } from './plans.ts';
export { previewVault, rehearseRelease } from './previews.ts';
export { getProof, proveByPasskey, proveByPassword } from './proof.ts';
export { listQuestions, tryAnswers } from './questions.ts';
export { objectToRelease, releaseVault, reopenQuestionsByExecutor, verifyExecutor } from './release.ts';
export {
  changeReleaseSettings,
  showStoppableRelease,
  stopRelease,
  stopReleaseOfVault,
} from './release-requests.ts';
export { reopenQuestions, undoRelease } from './released-vaults.ts';
export { reportEmail } from './report-email.ts';
export { sendAgain } from './send-again.ts';
export { getService, health, openApiDocument, readiness } from './service.ts';
export {
  createToken,
  endOtherSessions,
  endSession,
  forgetBrowser,
  getUser,
  listKnownBrowsers,
  listSessions,
} from './sessions.ts';
export {
  answerTwoFactor,
  changePassword,
  confirmEmail,
  login,
  logout,
  readPasswordReset,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signUp,
} from './sign-in.ts';
export { answerSignInCode, resendSignInCode } from './sign-in-code.ts';
export { listCheckpoints } from './transparency.ts';
export {
  beginTwoFactor,
  confirmTwoFactor,
  distrustBrowsers,
  endTwoFactor,
  keepTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts';
export {
  downloadEverything,
  readAccess,
  requestFreshLink,
  sendAccessCode,
  verifyAccess,
  verifyAccessAnswers,
  verifyAccessCode,
  verifyAccessEmail,
} from './vault-access.ts';
export { createVault, deleteVault, getVault, listVaults } from './vaults.ts';
