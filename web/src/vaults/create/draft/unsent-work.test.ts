// Unsent answers and files stay in memory, for their owner only, until they are cleared.
import { beforeEach, describe, expect, it } from 'vitest';
import { clearUnsentWork, readUnsentWork, storeUnsentWork, type UnsentWork } from './unsent-work.ts';

const blank: UnsentWork = { answers: { securityAnswer1: '', securityAnswer2: '' }, files: [] };
const answered: UnsentWork = { ...blank, answers: { securityAnswer1: 'Lake Garda', securityAnswer2: '' } };

describe('unsent answers and files', () => {
  beforeEach(clearUnsentWork);

  it('unsent answers and files are restored to their owner and to nobody else', () => {
    storeUnsentWork('ada', answered);
    expect(readUnsentWork('ada')).toBe(answered);
    expect(readUnsentWork('ben')).toBeUndefined();
  });

  it('nothing is stored when there is neither an answer nor a file', () => {
    storeUnsentWork('ada', blank);
    expect(readUnsentWork('ada')).toBeUndefined();
  });

  it('clearing unsent answers and files deletes them', () => {
    storeUnsentWork('ada', answered);
    clearUnsentWork();
    expect(readUnsentWork('ada')).toBeUndefined();
  });
});
