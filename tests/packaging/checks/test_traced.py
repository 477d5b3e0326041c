from checks import traced

SEEN = r"""
100 openat(AT_FDCWD, "/usr/lib/libc.so.6", O_RDONLY|O_CLOEXEC) = 3
100 openat(AT_FDCWD, "/home/a/safe.csv", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 4
100 openat(AT_FDCWD, "/root/none", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)
100 openat(AT_FDCWD, "/dev/null", O_RDWR) = 5
101 rename("/home/a/.x", "/elsewhere/y") = 0
101 mkdir("/home/\303\251", 0777) = 0
101 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 6
101 connect(6, {sa_family=AF_UNIX, sun_path="/run/user/bus"}, 110) = -1 ENOENT (No such file or directory)
"""


def test_files_that_were_written_are_told_and_those_that_were_read_or_refused_are_not():
    said = traced.read(SEEN.splitlines())
    assert said.written == ("/home/a/safe.csv", "/home/a/.x", "/elsewhere/y", "/home/é")
    assert said.written_outside(["/home/a"]) == ("/elsewhere/y", "/home/é")
    assert said.written_outside(["/home", "/elsewhere/y"]) == ()
    assert said.written_outside(["/home", "/elsewhere/"]) == ()


def test_a_folder_of_a_longer_name_is_another_folder():
    said = traced.read(['1 mkdir("/home/ab", 0777) = 0'])
    assert said.written_outside(["/home/a"]) == ("/home/ab",)


def test_sockets_within_the_machine_are_no_network_and_all_others_are_even_where_they_fail():
    assert traced.read(SEEN.splitlines()).sockets == ()
    calls = (
        "1 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = -1 EPERM (Operation not permitted)",
        '1 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "::1")}, 28) = 0',
        "1 bind(3, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0",
    )
    assert traced.read(calls).sockets == calls
