"""The block that limits BLAS to one thread does so, and gives the threads back."""

from contextlib import ExitStack

from threadpoolctl import threadpool_info, threadpool_limits

from kselect_core.linalg.machine.threads import one_blas_thread


def blas_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_one_thread_inside_the_block_and_as_before_after_it():
    with threadpool_limits(limits=2, user_api="blas"):
        before = blas_threads()
        with one_blas_thread():
            assert set(blas_threads()) == {1}
        assert blas_threads() == before


def test_a_block_that_ends_takes_the_limit_from_no_other_and_leaves_none_behind():
    with threadpool_limits(limits=2, user_api="blas"):
        before = blas_threads()
        first, second = ExitStack(), ExitStack()  # as of two threads
        first.enter_context(one_blas_thread())
        second.enter_context(one_blas_thread())
        first.close()
        assert set(blas_threads()) == {1}
        second.close()
        assert blas_threads() == before
