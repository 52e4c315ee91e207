// Every call of the service, by its operation name. What is not listed here does not exist.
import type { Endpoint } from './endpoint.ts';
import { correctExecutor, listExecutors, reissueCode } from './executors.ts';
import { downloadFile, listFiles, putUpload, requestUpload } from './files.ts';
import { listDevLetters } from './letters.ts';
import { cardProcessorEvent, completePayment, createPaymentIntent, createSubscription } from './payments.ts';
import { listPlans } from './plans.ts';
import { releaseVault, reopenQuestionsByExecutor, verifyExecutor } from './release.ts';
import { getService, health, openApiDocument } from './service.ts';
import {
  getUser,
  login,
  logout,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
} from './sessions.ts';
import { requestFreshLink, verifyAccess, verifyAccessAnswers, verifyAccessEmail } from './vault-access.ts';
import { createVault, deleteVault, editVault, getVault, listVaults, reopenQuestions } from './vaults.ts';

export const api = {
  getUser,
  signUp,
  signIn,
  verifyEmail,
  resendVerification,
  requestPasswordReset,
  resetPassword,
  login,
  logout,
  listPlans,
  listVaults,
  createVault,
  getVault,
  editVault,
  deleteVault,
  reopenQuestions,
  listFiles,
  requestUpload,
  putUpload,
  downloadFile,
  listExecutors,
  correctExecutor,
  reissueCode,
  verifyExecutor,
  releaseVault,
  reopenQuestionsByExecutor,
  verifyAccess,
  verifyAccessEmail,
  verifyAccessAnswers,
  requestFreshLink,
  createPaymentIntent,
  createSubscription,
  completePayment,
  cardProcessorEvent,
  health,
  getService,
  openApiDocument,
  listDevLetters,
} as const satisfies Record<string, Endpoint>;
